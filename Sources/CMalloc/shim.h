#pragma once

/* The allocator of the C library, which Swift's Glibc module leaves out. */
#include <malloc.h>
