// Measures what OpenSSL alone costs a server: a handshake, one request read and one answer
// written, over memory BIOs, in processor time of the server's calls only.
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char request[] = "GET /.well-known/apple-app-site-association HTTP/1.1\r\n"
                              "Host: bench.example.com\r\nUser-Agent: bench\r\n"
                              "Accept: */*\r\nConnection: close\r\n\r\n";
static char answer[256 * 1024];
static SSL_SESSION *ticket;

static double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int keep_ticket(SSL *tls, SSL_SESSION *session) {
    (void)tls;
    SSL_SESSION_free(ticket);
    ticket = session;
    return 1;
}

static SSL_CTX *server_context(const char *certificate, const char *key) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    // The cheapest that a server could choose, since this is to be the floor for all.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set1_groups_list(context, "X25519");
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) exit(1);
    return context;
}

// The two ends of a connection, and what the server's end has cost.
struct pair {
    SSL *server, *client;
    double cost;
};

// Lets the server's end work; returns whether its part of the handshake is done.
static int serve(struct pair *pair) {
    double before = processor_seconds();
    int result = SSL_accept(pair->server);
    pair->cost += processor_seconds() - before;
    return result == 1;
}

static void open_pair(struct pair *pair, SSL_CTX *server, SSL_CTX *client, int resumes) {
    BIO *to_server = BIO_new(BIO_s_mem()), *to_client = BIO_new(BIO_s_mem());
    pair->client = SSL_new(client);
    BIO_up_ref(to_server);
    BIO_up_ref(to_client);
    SSL_set_bio(pair->client, to_client, to_server);
    SSL_set_connect_state(pair->client);
    if (resumes && ticket) SSL_set_session(pair->client, ticket);
    double before = processor_seconds();
    pair->server = SSL_new(server);
    SSL_set_bio(pair->server, to_server, to_client);
    pair->cost += processor_seconds() - before;
}

static void exchange(struct pair *pair, int length) {
    char buffer[sizeof request];
    if (SSL_write(pair->client, request, sizeof request - 1) <= 0) exit(1);
    double before = processor_seconds();
    if (SSL_read(pair->server, buffer, sizeof buffer) != (int)sizeof request - 1) exit(1);
    if (SSL_write(pair->server, answer, length) != length) exit(1);
    pair->cost += processor_seconds() - before;
    int received = 0;
    while (received < length) {
        int part = SSL_read(pair->client, answer + received, length - received);
        if (part <= 0) exit(1);
        received += part;
    }
}

static void close_pair(struct pair *pair) {
    // Without this, the client's end would count its ticket as unusable.
    SSL_shutdown(pair->client);
    double before = processor_seconds();
    SSL_shutdown(pair->server);
    SSL_free(pair->server);
    pair->cost += processor_seconds() - before;
    SSL_free(pair->client);
}

int main(int count, char **words) {
    if (count != 6) {
        fputs("usage: floor full|resumed|kept CERTIFICATE KEY ANSWER_BYTES SECONDS\n"
              "Prints the microseconds of the server's side for each request.\n", stderr);
        return 2;
    }
    int resumes = strcmp(words[1], "resumed") == 0, keeps = strcmp(words[1], "kept") == 0;
    int length = atoi(words[4]);
    if (length < 1 || length > (int)sizeof answer) return 2;
    SSL_CTX *server = server_context(words[2], words[3]);
    SSL_CTX *client = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_session_cache_mode(
        client, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(client, keep_ticket);
    double total = 0, deadline = (double)time(NULL) + atof(words[5]);
    long requests = 0;
    // Half of the time is the client's, so the clock of the wall ends it.
    while ((double)time(NULL) < deadline) {
        struct pair pair = {0};
        open_pair(&pair, server, client, resumes);
        int done = 0;
        while (!done) {
            SSL_connect(pair.client);
            done = serve(&pair);
        }
        // The first connection of the resumed ones has no ticket yet.
        int counts = !resumes || SSL_session_reused(pair.server);
        if (keeps) pair.cost = 0;
        int exchanges = keeps ? 1000 : 1;
        for (int i = 0; i < exchanges; i++) exchange(&pair, length);
        double kept_cost = pair.cost;
        close_pair(&pair);
        if (counts) {
            total += keeps ? kept_cost : pair.cost;
            requests += exchanges;
        }
    }
    printf("%.1f\n", requests ? total * 1e6 / (double)requests : 0);
    return 0;
}
