// Shows the thread sanitizer the half of a `Mutex` that it cannot see; loaded with LD_PRELOAD.
//
// A `Mutex` of Swift's library Synchronization is taken and given back by an atomic operation
// that is compiled into the caller, where the sanitizer sees it. As soon as a thread has to
// wait, both go through the two functions below, which are in a library that was compiled
// without the sanitizer: the kernel hands the lock over, and whatever it guards looks like a
// race. So these stand before those of the library, call them, and tell the sanitizer that the
// lock was taken or is given back, with the address that the atomic operations use.
//
// Locks that are not taken are still none: a race beside a `Mutex` is reported as ever.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// _MutexHandle._lockSlow(UInt32) and _MutexHandle._unlockSlow(), where the handle is the first
// field of a Mutex and holds nothing but the atomic value.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer is part of the program. Programs without it, such as the clients of a test, find
// none, and nothing is told.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void Lock(uint32_t thread, SELF void *handle);
typedef SWIFT void Unlock(SELF void *handle);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function) return function;
    fprintf(stderr, "mutex.c: %s is missing\n", name);
    abort();
}

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
    ((Lock *)next(LOCK_SLOW))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((Unlock *)next(UNLOCK_SLOW))(handle);
}
