// The least that a server of one connection at a time does: OpenSSL and blocking sockets, no
// HTTP, no log, no limits. It answers whatever it reads with the same bytes.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char answer[256 * 1024];

// As in floor.c, what is cheapest.
static SSL_CTX *cheapest_context(const char *certificate, const char *key) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
    SSL_CTX_set_num_tickets(context, 1);
    // One read for all that has come, where OpenSSL otherwise reads each head of a record first.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set1_groups_list(context, "X25519");
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) exit(1);
    return context;
}

static int listen_on(int port) {
    int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (bind(handle, (struct sockaddr *)&address, sizeof address) != 0) exit(1);
    if (listen(handle, 4096) != 0) exit(1);
    return handle;
}

static int fill_answer(int body_bytes) {
    int head = snprintf(answer, sizeof answer,
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                        "Content-Length: %d\r\n\r\n", body_bytes);
    memset(answer + head, 'x', (size_t)body_bytes);
    return head + body_bytes;
}

static void serve(SSL_CTX *context, int connection, int length) {
    char request[8192];
    SSL *tls = SSL_new(context);
    SSL_set_fd(tls, connection);
    if (SSL_accept(tls) == 1) {
        while (SSL_read(tls, request, sizeof request) > 0 &&
               SSL_write(tls, answer, length) == length) {}
        SSL_shutdown(tls);
    }
    SSL_free(tls);
}

int main(int count, char **words) {
    if (count != 5) {
        fputs("usage: bare CERTIFICATE KEY PORT BODY_BYTES\n", stderr);
        return 2;
    }
    int body_bytes = atoi(words[4]);
    if (body_bytes < 1 || body_bytes > (int)sizeof answer - 1024) return 2;
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = cheapest_context(words[1], words[2]);
    int length = fill_answer(body_bytes), listener = listen_on(atoi(words[3]));
    int connection;
    while ((connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        serve(context, connection, length);
        close(connection);
    }
    return 1;
}
