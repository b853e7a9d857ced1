// One blocking HTTP/1.1 connection of the benchmark's client, over TLS 1.3 or plain.
#define _GNU_SOURCE
#include "client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Keeps the newest ticket, since some servers accept each only once.
static int keep_session(SSL *tls, SSL_SESSION *session) {
    struct connection *connection = SSL_get_app_data(tls);
    if (!connection->job->resumes) return 0;
    SSL_SESSION_free(connection->session);
    connection->session = session;
    return 1;
}

static int accept_certificate(X509_STORE_CTX *store, void *unused) {
    (void)store, (void)unused;
    return 1;
}

void job_prepare(struct job *job, const char *mode, const char *host, int port, const char *path) {
    memset(job, 0, sizeof *job);
    job->host = host;
    job->port = port;
    job->encrypted = strcmp(mode, "plain") != 0;
    job->resumes = strcmp(mode, "resumed") == 0;
    job->keeps = strcmp(mode, "kept") == 0 || strcmp(mode, "plain") == 0;
    job->request_bytes = (size_t)snprintf(
        job->request, sizeof job->request,
        "GET /%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\nAccept: */*\r\n%s\r\n", path, host,
        job->encrypted ? "" : "X-Forwarded-Proto: https\r\n");
    job->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(job->context, TLS1_3_VERSION);
    // The client is to cost less than a server. The signature of the handshake is checked all
    // the same, only not the certificate, which is made here.
    SSL_CTX_set_cert_verify_callback(job->context, accept_certificate, NULL);
    SSL_CTX_set1_groups_list(job->context, "X25519");
    SSL_CTX_set_ciphersuites(job->context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_read_ahead(job->context, 1);
    SSL_CTX_set_options(job->context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(
        job->context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(job->context, keep_session);
}

static int connect_socket(int port) {
    int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct timeval patience = {.tv_sec = 10};
    int yes = 1;
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(handle, (struct sockaddr *)&address, sizeof address) == 0) return handle;
    close(handle);
    return -1;
}

int connection_open(struct connection *connection, int *resumed) {
    const struct job *job = connection->job;
    *resumed = 0;
    connection->socket = connect_socket(job->port);
    if (connection->socket < 0) return 0;
    if (!job->encrypted) return 1;
    connection->tls = SSL_new(job->context);
    SSL_set_app_data(connection->tls, connection);
    SSL_set_fd(connection->tls, connection->socket);
    SSL_set_tlsext_host_name(connection->tls, job->host);
    if (connection->session) SSL_set_session(connection->tls, connection->session);
    if (SSL_connect(connection->tls) == 1) {
        *resumed = SSL_session_reused(connection->tls);
        return 1;
    }
    connection_close(connection);
    return 0;
}

static long receive(struct connection *connection, size_t from) {
    size_t room = buffer_bytes - 1 - from;
    if (connection->tls) return SSL_read(connection->tls, connection->buffer + from, (int)room);
    return recv(connection->socket, connection->buffer + from, room, 0);
}

static int send_request(struct connection *connection) {
    const struct job *job = connection->job;
    long length = (long)job->request_bytes;
    if (connection->tls) return SSL_write(connection->tls, job->request, (int)length) == length;
    return send(connection->socket, job->request, (size_t)length, MSG_NOSIGNAL) == length;
}

int connection_fetch(struct connection *connection) {
    if (!send_request(connection)) return 0;
    size_t filled = 0;
    char *end = NULL;
    while (!end) {
        long received = receive(connection, filled);
        if (received <= 0) return 0;
        filled += (size_t)received;
        connection->buffer[filled] = 0;
        end = strstr(connection->buffer, "\r\n\r\n");
    }
    const char *field = strcasestr(connection->buffer, "\r\ncontent-length:");
    if (strncmp(connection->buffer, "HTTP/1.1 200", 12) != 0 || !field || field > end) return 0;
    size_t length = strtoul(field + 17, NULL, 10);
    size_t total = (size_t)(end + 4 - connection->buffer) + length;
    if (length != connection->job->body_bytes || total >= buffer_bytes) return 0;
    while (filled < total) {
        long received = receive(connection, filled);
        if (received <= 0) return 0;
        filled += (size_t)received;
    }
    return 1;
}

void connection_close(struct connection *connection) {
    if (connection->tls) {
        // Ends with a close_notify, so that the session stays usable.
        SSL_shutdown(connection->tls);
        SSL_free(connection->tls);
        connection->tls = NULL;
    }
    if (connection->socket >= 0) close(connection->socket);
    connection->socket = -1;
}

void connection_abandon(struct connection *connection) {
    if (connection->tls) {
        BIO_set_close(SSL_get_rbio(connection->tls), BIO_NOCLOSE);
        SSL_set_quiet_shutdown(connection->tls, 1);
        SSL_free(connection->tls);
        connection->tls = NULL;
    }
    connection->socket = -1;
}
