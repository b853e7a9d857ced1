#pragma once

#include <sqlite3.h>

// sqlite3_bind_text: its last argument SQLITE_TRANSIENT is a macro with a cast; copies the text.
static inline int aasa_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// sqlite3_bind_blob: its last argument SQLITE_TRANSIENT is a macro with a cast; copies the bytes.
static inline int aasa_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
