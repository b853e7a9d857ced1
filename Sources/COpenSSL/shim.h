#pragma once

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// SSL_OP_NO_RENEGOTIATION and its like: macros whose shift is not imported.
static const uint64_t aasa_op_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t aasa_op_cipher_server_preference = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t aasa_op_no_compression = SSL_OP_NO_COMPRESSION;

// XN_FLAG_RFC2253 without ASN1_STRFLGS_ESC_MSB: a macro that is not imported. Names in UTF-8
// stay readable.
static const unsigned long aasa_name_flags = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;

// SSL_CTX_set_min_proto_version: a macro.
static inline int aasa_set_min_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}

// SSL_CTX_set_max_proto_version: a macro.
static inline int aasa_set_max_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}

// SSL_CTX_set_mode: a macro.
static inline long aasa_set_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_mode(context, mode);
}

// SSL_CTX_set_session_cache_mode: a macro.
static inline long aasa_set_session_cache_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_session_cache_mode(context, mode);
}

// SSL_CTX_set_read_ahead: a macro.
static inline long aasa_set_read_ahead(SSL_CTX *context, long on) {
    return SSL_CTX_set_read_ahead(context, on);
}

// SSL_CTX_set1_groups_list: a macro.
static inline long aasa_set_groups(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list);
}

// SSL_CTX_set1_sigalgs_list: a macro.
static inline long aasa_set_signatures(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_sigalgs_list(context, list);
}

// EVP_MAC_CTX_set_params: its list of parameters points to their values, which Swift does not
// lend for longer than a call.
static inline int aasa_set_ticket_digest(
    EVP_MAC_CTX *context, void *key, size_t length, char *digest) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, length),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(context, parameters);
}

// SSL_CTX_set_tlsext_servername_callback and _arg: macros.
static inline int aasa_set_servername_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    return SSL_CTX_set_tlsext_servername_callback(context, callback)
        && SSL_CTX_set_tlsext_servername_arg(context, argument);
}

// SSL_CTX_set_tlsext_status_cb: a macro.
static inline long aasa_set_status_callback(
    SSL_CTX *context, int (*callback)(SSL *, void *)) {
    return SSL_CTX_set_tlsext_status_cb(context, callback);
}

// SSL_set_tlsext_status_ocsp_resp: a macro; takes over the bytes.
static inline long aasa_set_ocsp_response(SSL *session, void *bytes, long length) {
    return SSL_set_tlsext_status_ocsp_resp(session, bytes, length);
}

// BIO_clear_retry_flags and BIO_set_retry_read: macros made of macros.
static const int aasa_bio_retry_flags = BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY;
static const int aasa_bio_retry_read = BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY;

// BIO_get_mem_data: a macro.
static inline long aasa_memory_data(BIO *bio, char **data) {
    return BIO_get_mem_data(bio, data);
}

// EVP_EC_gen: a macro over a variadic function.
static inline EVP_PKEY *aasa_ec_key(const char *curve) {
    return EVP_EC_gen(curve);
}
