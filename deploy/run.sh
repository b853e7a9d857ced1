#!/bin/sh
# Builds the server and runs it in the foreground: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: deploy/run.sh [--config FILE] [--build-only]

Installs the Debian packages that are missing, builds the release binary and serves a
configuration until it is stopped with Control-C or SIGTERM.

  --config FILE   the configuration; by default config/quickstart.yaml, which serves
                  https://localhost:8443 with certificates that are minted on the spot
  --build-only    build, print the path of the binary and stop
  --help          print this text

environment:
  SWIFT                   the swift command to build with, or its directory
  AASA_ORIGIN_AUTHORITY   where config/quickstart.yaml keeps its certificate authority
TEXT
}

quickstart=$root/config/quickstart.yaml
config=$quickstart
build_only=
while [ $# -gt 0 ]; do
    case $1 in
        --config)
            [ $# -ge 2 ] || { usage >&2; exit 2; }
            config=$2
            shift
            ;;
        --config=*) config=${1#--config=} ;;
        --build-only) build_only=yes ;;
        --help | -h) usage; exit 0 ;;
        *)
            say "error: unknown argument '$1'"
            usage >&2
            exit 2
            ;;
    esac
    shift
done

# Prints how to try the quickstart, once process $1 listens on port 8443.
print_curl_line_when_ready() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 1
        kill -0 "$1" 2>/dev/null || return 0
        # Port 8443 (hexadecimal 20FB) in state 0A, which is listening.
        grep -q ':20FB [0-9A-F]*:0000 0A ' /proc/net/tcp /proc/net/tcp6 2>/dev/null || continue
        printf '\nTry it from another terminal:\n\n  curl --cacert %s %s\n\n' \
            "$(quoted "$AASA_ORIGIN_AUTHORITY/authority.pem")" \
            https://localhost:8443/.well-known/apple-app-site-association
        return 0
    done
}

find_swift
need_build_packages
[ "$config" != "$quickstart" ] || need curl command -v curl
install_missing_packages
find_scratch
build_release
if [ -n "$build_only" ]; then
    printf '%s\n' "$binary"
    exit 0
fi
if [ "$config" = "$quickstart" ]; then
    case ${AASA_ORIGIN_AUTHORITY:=$scratch/quickstart-authority} in
        /*) ;;
        *) AASA_ORIGIN_AUTHORITY=$(pwd)/$AASA_ORIGIN_AUTHORITY ;;
    esac
    export AASA_ORIGIN_AUTHORITY
    # In a subshell, so that the server does not inherit a child to wait for.
    (print_curl_line_when_ready $$ &)
fi
exec "$binary" serve --config "$config"
