#pragma once

#include <microhttpd.h>
#include <stdint.h>

/* MHD_start_daemon: variadic; the options come as an array. The port is not used. */
static inline struct MHD_Daemon *aasa_start_daemon(unsigned int flags,
                                                   MHD_AccessHandlerCallback handler, void *context,
                                                   struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options,
                            MHD_OPTION_END);
}

/* MHD_get_connection_info: variadic; the descriptor of a connection's socket, or -1. */
static inline int aasa_connection_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

/* MHD_USE_EPOLL and its like: flags of a closed enum, combined as an integer. */
static inline unsigned int aasa_external_epoll_flags(void) {
    return MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET;
}
