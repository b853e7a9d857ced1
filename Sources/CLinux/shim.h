#pragma once

/* Interfaces of Linux that Swift's Glibc module leaves out. */

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/* accept4: declared only with _GNU_SOURCE, which the module is built without. */
struct sockaddr;
extern int accept4(int listener, struct sockaddr *address, unsigned int *length, int flags);

/* EPOLLIN and its like: an enum whose flags are combined as an integer. */
static const uint32_t aasa_epoll_in = EPOLLIN;
static const uint32_t aasa_epoll_out = EPOLLOUT;
static const uint32_t aasa_epoll_read_hang_up = EPOLLRDHUP;
static const uint32_t aasa_epoll_error = EPOLLERR;
static const uint32_t aasa_epoll_hang_up = EPOLLHUP;

/* EPOLLET and EPOLLEXCLUSIVE: an enum constant with the sign bit, and one past its range. */
static const uint32_t aasa_epoll_edges = (uint32_t)EPOLLET;
static const uint32_t aasa_epoll_exclusive = (uint32_t)EPOLLEXCLUSIVE;

/* epoll_create1 and eventfd: flags of anonymous enums, given here. */
static inline int aasa_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int aasa_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
