#pragma once

#include <zlib.h>

// inflateInit2: a macro that adds the version and the size of the structure.
static inline int aasa_inflate_init2(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
