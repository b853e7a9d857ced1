#pragma once

/* The watching of directories, which Swift's Glibc module leaves out. */

#include <stdint.h>
#include <sys/inotify.h>

/* inotify_init1: flags of an anonymous enum, given here. */
static inline int aasa_inotify_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

/* IN_MODIFY and its like: everything that can make a file of a directory another one. */
static const uint32_t aasa_inotify_changes = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE |
                                             IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                             IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
