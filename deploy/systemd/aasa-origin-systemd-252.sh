#!/bin/sh
# Prints the unit of the server for systemd before 253, such as that of Debian 12, which does
# not know Type=notify-reload: aasa-origin-systemd-252.sh < aasa-origin.service
#
# The server is sent the signal by a command then, and "systemctl reload" does not wait for
# the end of the load; "systemctl status" and the log show how it ended.
set -eu

sed -e '/^# SIGHUP loads the configuration/,/^# Before systemd 253/d' \
    -e 's|^Type=notify-reload$|Type=notify\nExecReload=/bin/kill -HUP $MAINPID|'
