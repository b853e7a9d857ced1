// What the files of the benchmark's client share.
#pragma once

#include <openssl/ssl.h>
#include <stddef.h>

enum { buffer_bytes = 256 * 1024 };

// What to fetch, and how: the same for all threads.
struct job {
    const char *host;
    int port;
    int encrypted;
    int resumes;
    int keeps;
    size_t body_bytes;
    char request[1024];
    size_t request_bytes;
    SSL_CTX *context;
};

// A connection of one thread, and the ticket that its next one presents.
struct connection {
    const struct job *job;
    int socket;
    SSL *tls;
    SSL_SESSION *session;
    char buffer[buffer_bytes];
};

// Prepares a job; PATH is requested from HOST at the loopback address.
void job_prepare(struct job *job, const char *mode, const char *host, int port, const char *path);

// Connects and shakes hands. Returns whether that worked, and in `resumed` whether a ticket did.
int connection_open(struct connection *connection, int *resumed);

// Sends the request and reads the answer; returns whether it was a 200 of the expected length.
int connection_fetch(struct connection *connection);

// Closes the connection properly.
void connection_close(struct connection *connection);

// Forgets all of the connection but its open socket.
void connection_abandon(struct connection *connection);

// The seconds of a clock that only runs forward.
double now(void);
