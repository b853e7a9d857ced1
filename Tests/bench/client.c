// The client of the benchmark: see usage().
#define _GNU_SOURCE
#include "client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { samples_limit = 4 * 1000 * 1000, threads_limit = 256, idle_seconds = 30 };

static struct job job;
static double begin, end, rate;
static long wanted;
static atomic_long slot, done, failed, resumptions;
static float *latencies;

static int usage(void) {
    fputs(
        "usage: client MODE HOST PORT PATH BYTES THREADS SECONDS [RATE]\n"
        "       client idle HOST PORT PATH BYTES COUNT\n"
        "       client ports COUNT\n"
        "MODE is full or resumed (a handshake for each request), kept (one for all) or plain.\n"
        "With a RATE, requests start at fixed times and their latency counts from there.\n"
        "Prints: requests failures resumed seconds p50_ms p99_ms max_ms cpu_us_per_request\n"
        "'idle' makes one request per connection, prints how many are open, and holds them\n"
        "until its standard input ends. 'ports' prints ports that nothing listens on.\n",
        stderr);
    return 2;
}

// Waits for the next moment to start a request; returns that moment, or 0 at the end.
static double next_start(long *index) {
    *index = atomic_fetch_add(&slot, 1);
    double start = rate > 0 ? begin + (double)*index / rate : now();
    if (start >= end) return 0;
    double pause = start - now();
    if (pause > 0) {
        struct timespec time = {(time_t)pause, (long)((pause - (double)(time_t)pause) * 1e9)};
        nanosleep(&time, NULL);
    }
    // A server that is too slow for the rate must not make the run longer.
    return now() < end + 2 ? start : 0;
}

static void note(int worked, int resumed, double start, long index) {
    if (!worked) {
        atomic_fetch_add(&failed, 1);
        return;
    }
    atomic_fetch_add(&done, 1);
    if (resumed) atomic_fetch_add(&resumptions, 1);
    if (index < samples_limit) latencies[index] = (float)((now() - start) * 1000);
}

static void *fetch_repeatedly(void *unused) {
    (void)unused;
    // Else a request starts up to 50 µs late.
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    struct connection *connection = calloc(1, sizeof *connection);
    connection->job = &job;
    connection->socket = -1;
    long index;
    double start;
    while ((start = next_start(&index)) > 0) {
        int resumed = 0;
        int worked = connection->socket >= 0 || connection_open(connection, &resumed);
        worked = worked && connection_fetch(connection);
        note(worked, resumed, start, index);
        if (!worked || !job.keeps) connection_close(connection);
        // A server that refuses everything is not to be asked in a tight loop.
        if (!worked) usleep(1000);
    }
    connection_close(connection);
    SSL_SESSION_free(connection->session);
    free(connection);
    return NULL;
}

static void *open_repeatedly(void *unused) {
    (void)unused;
    struct connection *connection = calloc(1, sizeof *connection);
    connection->job = &job;
    int resumed;
    while (now() < end && atomic_fetch_add(&slot, 1) < wanted) {
        if (connection_open(connection, &resumed) && connection_fetch(connection)) {
            connection_abandon(connection);
            atomic_fetch_add(&done, 1);
        } else {
            connection_close(connection);
            atomic_fetch_add(&failed, 1);
        }
    }
    free(connection);
    return NULL;
}

static void run_threads(void *(*body)(void *), int count) {
    pthread_t threads[threads_limit];
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static int ascending(const void *left, const void *right) {
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static void report(void) {
    double seconds = now() - begin;
    long count = 0, limit = atomic_load(&slot) < samples_limit ? atomic_load(&slot) : samples_limit;
    for (long i = 0; i < limit; i++)
        if (latencies[i] > 0) latencies[count++] = latencies[i];
    qsort(latencies, (size_t)count, sizeof *latencies, ascending);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double used = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
                  (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    long total = atomic_load(&done);
    printf("%ld %ld %ld %.3f %.2f %.2f %.2f %.0f\n", total, atomic_load(&failed),
           atomic_load(&resumptions), seconds, count ? (double)latencies[count / 2] : 0,
           count ? (double)latencies[count * 99 / 100] : 0,
           count ? (double)latencies[count - 1] : 0, total ? used / (double)total : 0);
}

static int hold_idle_connections(long count) {
    wanted = count;
    end = now() + idle_seconds;
    run_threads(open_repeatedly, 4);
    printf("%ld %ld\n", atomic_load(&done), atomic_load(&failed));
    fflush(stdout);
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {}
    return 0;
}

static int print_ports(int count) {
    for (int i = 0; i < count; i++) {
        // The sockets stay open until all are printed, so that no port comes twice.
        int handle = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in address = {.sin_family = AF_INET};
        socklen_t length = sizeof address;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (bind(handle, (struct sockaddr *)&address, length) != 0) return 1;
        if (getsockname(handle, (struct sockaddr *)&address, &length) != 0) return 1;
        printf("%d\n", ntohs(address.sin_port));
    }
    return 0;
}

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    if (count == 3 && strcmp(words[1], "ports") == 0) return print_ports(atoi(words[2]));
    if (count < 7) return usage();
    job_prepare(&job, words[1], words[2], atoi(words[3]), words[4]);
    job.body_bytes = strtoul(words[5], NULL, 10);
    if (strcmp(words[1], "idle") == 0) return hold_idle_connections(atol(words[6]));
    if (count < 8) return usage();
    int threads = atoi(words[6]);
    if (threads < 1 || threads > threads_limit) return usage();
    rate = count > 8 ? atof(words[8]) : 0;
    latencies = calloc(samples_limit, sizeof *latencies);
    begin = now();
    end = begin + atof(words[7]);
    run_threads(fetch_repeatedly, threads);
    report();
    return 0;
}
