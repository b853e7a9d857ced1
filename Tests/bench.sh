#!/bin/sh
# Compares the server with others, and measures large configurations: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"
. "$root/Tests/bench/processes.sh"
. "$root/Tests/bench/servers.sh"
. "$root/Tests/bench/measure.sh"
. "$root/Tests/bench/large.sh"
. "$root/Tests/bench/scale.sh"
. "$root/Tests/bench/record.sh"
. "$root/Tests/bench/tables.sh"

usage() {
    cat <<'TEXT'
usage: Tests/bench.sh [quick | scale | record]

Prints tables for the README and checks nothing; 'quick' takes two minutes, else it is less
than twelve, without the build. Everything runs on loopback addresses: the release build, the
others from Debian, and Granian from PyPI in a temporary directory where pip is there. One
worker each on the same processor, the same certificates and document, access logs to files.
The client, built from Tests/bench, has the other processors. The servers take turns, and the
best round of each counts: what disturbs a round only makes it worse. What cannot be
installed or does not answer rightly is left out, which is said.

'scale' compares nothing, and shows how this server grows with its hosts, documents and
certificates, in about a quarter of an hour. 'record' shows the memory that the fetch record
takes, in memory and in a file, in about two minutes; what it costs a request is the row
'record' of the comparison: SERVERS='origin record' Tests/bench.sh.

environment:
  SWIFT          the swift command to build with, or its directory
  SERVERS        which to compare, of: origin quiet record nginx haproxy h2o caddy granian
  ROUNDS         how often each is measured (default 3, quick 1)
  ROUND_SECONDS  the length of one measurement in a round (default 2, quick 0.5)
  IDLE           how many idle connections (default 10000, quick 1000)
  HOSTS          the hosts of the largest configurations (default 100000)
  SEED           what the names of 'scale' are made from (default 1)
TEXT
}

mode=${1:-full}
case $mode in
    full) set -- 3 2 10000 5 ;;
    quick) set -- 1 0.5 1000 2 ;;
    scale | record) set -- 1 2 0 0 && SERVERS=none ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

rounds=${ROUNDS:-$1}
round_seconds=${ROUND_SECONDS:-$2}
idle=${IDLE:-$3}
latency_seconds=$4
hosts=${HOSTS:-100000}
servers=${SERVERS:-origin quiet record nginx haproxy h2o caddy granian}
path=.well-known/apple-app-site-association
load=$(cut -d ' ' -f 1 /proc/loadavg)

# --- What is needed --------------------------------------------------------------------------

# Where a package starts its service when installed, the invoke-rc.d of this level does not.
export RUNLEVEL=1
find_swift
need_build_packages
need gcc command -v cc
need curl command -v curl
need openssl command -v openssl
need util-linux command -v taskset
case $servers in *nginx*) need nginx-light has_file /usr/sbin/nginx ;; esac
case $servers in *haproxy*) need haproxy has_file /usr/sbin/haproxy ;; esac
case $servers in *h2o*) need h2o command -v h2o ;; esac
case $servers in *caddy*) need caddy command -v caddy ;; esac
install_missing_packages
find_scratch
build_release

directory=$(mktemp -d)
# Workers of the others run as another user.
chmod 755 "$directory"
pids=
stop() {
    trap '' INT TERM
    end_processes $pids
    rm -rf "$directory"
}
trap stop EXIT
trap 'exit 130' INT TERM

# Takes a process that has ended off the list of those to end.
forget() {
    left=
    for process in $pids; do [ "$process" = "$1" ] || left="$left $process"; done
    pids=$left
}

# The servers get the first processor, the client gets all others if there are any.
processors=$(getconf _NPROCESSORS_ONLN)
if [ "$processors" -gt 1 ]; then
    on_server='taskset -c 0'
    on_client="taskset -c 1-$((processors - 1))"
    others='the others'
else
    on_server=env
    on_client=env
    others='the same one'
fi

# An idle connection takes one descriptor of a server and one of the client.
ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
descriptors=$(ulimit -n)
[ "$descriptors" != unlimited ] || descriptors=65536
most=$((descriptors - 1000))
if [ "$idle" -gt $most ]; then
    say "note: $descriptors descriptors allow $most idle connections, not $idle"
    idle=$most
fi

compile() {
    name=$1
    shift
    cc -O2 -o "$directory/$name" "$@" $(pkg-config --cflags --libs openssl) -pthread
}
compile client "$root/Tests/bench/client.c" "$root/Tests/bench/connection.c"
compile floor "$root/Tests/bench/floor.c"
compile bare-server "$root/Tests/bench/bare.c"

install_granian() {
    venv=$directory/venv
    if ! python3 -m venv "$venv" >/dev/null 2>&1; then
        say "left out: Granian, since 'python3 -m venv' with pip does not work here"
    elif ! "$venv/bin/pip" -q install --disable-pip-version-check granian >&2; then
        say "left out: Granian, since pip could not install it"
    else
        return 0
    fi
    return 1
}

if [ "$mode" = scale ]; then
    measure_scale
    print_scale
    exit
fi

if [ "$mode" = record ]; then
    measure_record
    print_record
    exit
fi

# --- The run ---------------------------------------------------------------------------------

make_certificates
mkdir -p "$directory/www/.well-known" "$directory/floor.d"

# The document that this server makes is what the others serve.
start_origin
for attempt in $(seq 100); do
    ! curl -s --fail --noproxy '*' -H "Host: $ec_host" -H 'X-Forwarded-Proto: https' \
        -o "$directory/www/$path" "http://127.0.0.1:$plain/$path" || break
    sleep 0.2
done
[ -s "$directory/www/$path" ] ||
    fail "the server did not start" "$(cat "$directory/origin/out")"
bytes=$(wc -c <"$directory/www/$path")

start_bare
await bare || fail "the floor over TCP did not start" "$(cat "$directory/bare/out")"

running=
for name in $servers; do
    say "starting $name"
    [ "$name" != granian ] || install_granian || continue
    [ "$name" = origin ] || "start_$name"
    ! await "$name" || running="$running $name"
done
servers=$running

for round in $(seq "$rounds"); do
    say "round $round of $rounds"
    measure_floor
    measure_handshakes bare
    for name in $servers; do measure_round "$name"; done
done
for name in $servers; do
    say "latency and idle connections: $name"
    measure_latency "$name"
    # Last, since a server is busy for a while with the end of so many connections.
    measure_idle "$name"
done

end_processes $pids
pids=
measure_large 1000 1000
measure_large 1 "$hosts"
measure_large 100 "$hosts"
print_report
