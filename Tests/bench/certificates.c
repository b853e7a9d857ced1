// Makes many certificates with keys, for the benchmark: see usage().
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>

static int usage(void) {
    fputs(
        "usage: certificates DIRECTORY COUNT\n"
        "Writes hN.pem for N from 1 to COUNT: a certificate for hN.example.com of an authority\n"
        "that is made on the spot, the authority's, and the key (P-256).\n",
        stderr);
    return 2;
}

static EVP_PKEY *make_key(void) { return EVP_EC_gen("P-256"); }

static void name_of(X509_NAME *name, const char *text) {
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)text, -1, -1, 0);
}

static void extend(X509 *certificate, X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (!extension) exit(1);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

// Makes a certificate; without an issuer it is its own, and an authority.
static X509 *make(long serial, const char *host, EVP_PKEY *key, X509 *issuer, EVP_PKEY *signer) {
    X509 *certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 60L * 24 * 3600);
    name_of(X509_get_subject_name(certificate), host);
    X509_set_issuer_name(
        certificate, X509_get_subject_name(issuer ? issuer : certificate));
    X509_set_pubkey(certificate, key);
    if (issuer) {
        char names[256];
        snprintf(names, sizeof names, "DNS:%s", host);
        extend(certificate, issuer, NID_subject_alt_name, names);
    } else {
        extend(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE");
    }
    if (!X509_sign(certificate, signer, EVP_sha256())) exit(1);
    return certificate;
}

int main(int count, char **words) {
    if (count != 3) return usage();
    EVP_PKEY *authority_key = make_key();
    X509 *authority = make(1, "Authority of the benchmark", authority_key, NULL, authority_key);
    long wanted = strtol(words[2], NULL, 10);
    for (long number = 1; number <= wanted; number++) {
        char host[128], path[4096];
        snprintf(host, sizeof host, "h%ld.example.com", number);
        snprintf(path, sizeof path, "%s/h%ld.pem", words[1], number);
        FILE *file = fopen(path, "w");
        if (!file) {
            perror(path);
            return 1;
        }
        EVP_PKEY *key = make_key();
        X509 *certificate = make(number + 1, host, key, authority, authority_key);
        PEM_write_X509(file, certificate);
        PEM_write_X509(file, authority);
        PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
        if (fclose(file) != 0) return 1;
        X509_free(certificate);
        EVP_PKEY_free(key);
    }
    X509_free(authority);
    EVP_PKEY_free(authority_key);
    return 0;
}
