#!/bin/bash
# Serves good and hostile clients for some minutes and looks for what is left: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/soak.sh [MINUTES]

Starts the release build on loopback addresses and sends it good and hostile clients for some
minutes (default 3), while the configuration and the certificate change and are loaded again
every second. Then all clients leave. Prints one table, and ends with 1 when

  - a good request failed, or was answered by anything but one of the two documents,
  - a reload was refused or missing,
  - the process ended, or wrote a line of level error,
  - connections are counted, or more descriptors are open than before the first client,
    but for the socket pairs to the HTTP library that are kept for later requests,
  - the resident memory has grown by more than MARGIN since the first fifth of the time,
  - the idle server uses 1 % of a processor or more.

environment:
  SWIFT     the swift command to build with, or its directory
  BINARY    the program to test, instead of building one
  MARGIN    how much the resident memory may grow, in KiB (default 8192)
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
    *[!0-9]* | 0) usage >&2; exit 2 ;;
esac
[ $# -le 1 ] || { usage >&2; exit 2; }
minutes=${1:-3}
margin=${MARGIN:-8192}

if [ -n "${BINARY:-}" ]; then
    binary=$BINARY
else
    find_swift
    need_build_packages
fi
need curl command -v curl
need openssl command -v openssl
install_missing_packages
if [ -z "${BINARY:-}" ]; then
    find_scratch
    build_release
fi

host=soak.example.com
path=.well-known/apple-app-site-association
directory=$(mktemp -d)
server=
clients=
# Ends what this script has started, by its number.
stop() {
    touch "$directory/end"
    for child in $clients; do kill "$child" 2>/dev/null || true; done
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$directory"
}
trap stop EXIT
trap 'exit 130' INT TERM

# --- The server ------------------------------------------------------------------------------

mkdir "$directory/good" "$directory/counts"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
    -subj /CN=soak-authority -keyout "$directory/ca.key" -out "$directory/ca.pem" 2>/dev/null
for name in a b; do
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$host" \
        -keyout "$directory/$name.key" -out "$directory/$name.csr" 2>/dev/null
    printf 'subjectAltName=DNS:%s\n' "$host" >"$directory/extensions"
    openssl x509 -req -in "$directory/$name.csr" -CA "$directory/ca.pem" \
        -CAkey "$directory/ca.key" -CAcreateserial -days 1 -extfile "$directory/extensions" \
        -out "$directory/$name.crt" 2>/dev/null
    cat "$directory/$name.crt" "$directory/$name.key" >"$directory/$name.pem"
done

# Prints the configuration whose only rule is the path $1.
configuration() {
    cat <<TEXT
listen:
  - address: 127.0.0.1:0
  - {address: "127.0.0.2:0", plain: refuse, acme_webroot: acme}
tls: {certificates: [served.pem]}
log: {access: "$directory/access.log"}
admin: {address: "unix:admin.sock"}
limits: {handshake_timeout: 2s, head_timeout: 2s, idle_timeout: 3s, send_timeout: 2s, connections: 200}
apps: {shop: {id: ABCDE12345.com.example.shop, rules: [$1]}}
environments: {soak: {apps: [shop], hosts: [$host]}}
TEXT
}

# Puts a file in place as a whole: replace FILE with standard input.
replace() {
    cat >"$1.new"
    mv -f "$1.new" "$1"
}

replace "$directory/served.pem" <"$directory/a.pem"
configuration /a/* | replace "$directory/aasa-origin.yaml"
mkdir -p "$directory/acme/.well-known/acme-challenge"
printf 'token.thumbprint' >"$directory/acme/.well-known/acme-challenge/token"

"$binary" serve --config "$directory/aasa-origin.yaml" >/dev/null 2>"$directory/errors" &
server=$!
for _ in $(seq 100); do
    ! grep -q 'msg="ready"' "$directory/errors" || break
    kill -0 "$server" 2>/dev/null || fail "the server did not start" "$(cat "$directory/errors")"
    sleep 0.1
done
port=$(sed -n 's/.*listening on https:\/\/127\.0\.0\.1:\([0-9]*\).*/\1/p' "$directory/errors")
plain_port=$(sed -n 's/.*listening on http:\/\/127\.0\.0\.2:\([0-9]*\).*/\1/p' "$directory/errors")
[ -n "$port" ] && [ -n "$plain_port" ] || fail "the server is not ready" "$(cat "$directory/errors")"

# --- Clients ---------------------------------------------------------------------------------

# Adds one line to the counts of a kind of client.
count() { printf '%s\n' "$2" >>"$directory/counts/$1"; }

# Prints how many lines the counts have: total KIND [TEXT].
total() { grep -c -- "${2:-}" "$directory/counts/$1" 2>/dev/null || true; }

has_ended() { [ -e "$directory/end" ]; }

# Sends REQUESTS on one connection and counts what came back: good KIND REQUESTS ARGUMENT...
good() {
    kind=$1
    requests=$2
    shift 2
    # Several clients of a kind run at once; redirections see another process id.
    answers=$directory/good/$BASHPID
    curl -s --http1.1 --noproxy '*' --max-time 20 --cacert "$directory/ca.pem" \
        --resolve "$host:$port:127.0.0.1" --write-out '%{stderr}%{http_code} %{size_download}\n' \
        "$@" "https://$host:$port/$path?[1-$requests]" \
        >"$answers.body" 2>"$answers.codes" ||
        count "$kind" "failed: curl $?"
    count_answers "$kind" "$requests"
}

# A body is one of the two documents; they have the same length.
count_answers() {
    rest=$(sed 's/{"applinks":{"details":\[{"appIDs":\["ABCDE12345.com.example.shop"\],"components":\[{"\/":"\/[ab]\/\*"}\]}\]}}//g' \
        "$answers.body")
    [ -z "$rest" ] || count "$1" "failed: body $rest"
    served=$(grep -c '^200 ' "$answers.codes" || true)
    [ "$served" -eq "$2" ] || count "$1" "failed: $served of $2 served"
    count "$1" "$served"
}

good_connections() { while ! has_ended; do good connections 1; done; }
good_keep_alive() { while ! has_ended; do good keep-alive 100; done; }
good_old_tls() { while ! has_ended; do good tls-1.2 5 --tls-max 1.2; done; }
good_slowly() { while ! has_ended; do good slow 20 --rate 40/m; done; }

good_challenges() {
    while ! has_ended; do
        body=$(curl -s --noproxy '*' --max-time 20 \
            "http://127.0.0.2:$plain_port/.well-known/acme-challenge/token") || body=
        if [ "$body" = token.thumbprint ]; then
            count challenges 1
        else
            count challenges "failed: $body"
        fi
        sleep 0.2
    done
}

# Opens a connection as descriptor 9: open_connection ADDRESS PORT.
open_connection() { exec 9<>"/dev/tcp/$1/$2"; } 2>/dev/null

# Each of these is one hostile connection.
hostile_garbage() { head -c 2000 /dev/urandom >&9; }
hostile_silence() { sleep 3; }
hostile_half_hello() { printf '\026\003\001\002\000\001\000\001\374\003\003abc' >&9; sleep 1; }
hostile_plain() { printf 'GET / HTTP/1.1\r\nHost: x\r\n\r\n' >&9; cat <&9 >/dev/null; }
hostile_reset() { printf '\026\003\001' >&9; }
hostile_long_record() { printf '\026\003\003\377\377' >&9; head -c 70000 /dev/zero >&9; }

hostile_tls() {
    while ! has_ended; do
        for kind in garbage silence half_hello plain reset long_record; do
            (
                open_connection 127.0.0.1 "$port" || exit 0
                "hostile_$kind" 2>/dev/null
            ) || true
            count hostile 1
        done
    done
}

plain_drip() {
    printf 'GET / HTTP/1.1\r\n' >&9
    for _ in 1 2 3 4 5 6 7 8; do
        printf 'X' >&9
        sleep 0.5
    done
}
plain_large() { head -c 40000 /dev/zero | tr '\0' a >&9; cat <&9 >/dev/null; }
plain_smuggle() {
    printf 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 0\r\n\r\nGET ' >&9
    cat <&9 >/dev/null
}
plain_unread() {
    for _ in $(seq 300); do printf 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'; done >&9
    sleep 1
}
plain_half_closed() { printf 'GET / HT' >&9; }

hostile_plain_listener() {
    while ! has_ended; do
        for kind in drip large smuggle unread half_closed; do
            (
                open_connection 127.0.0.2 "$plain_port" || exit 0
                "plain_$kind" 2>/dev/null
            ) || true
            count hostile 1
        done
    done
}

hostile_handshakes() {
    while ! has_ended; do
        openssl s_client -connect "127.0.0.1:$port" -servername unknown.example.com \
            </dev/null >/dev/null 2>&1 || true
        openssl s_client -connect "127.0.0.1:$port" -servername "$host" -alpn h2 \
            </dev/null >/dev/null 2>&1 || true
        count hostile 2
        sleep 0.2
    done
}

# Takes most places among the connections, so that the server has to make room.
hostile_crowd() {
    while ! has_ended; do
        (
            for descriptor in $(seq 20 280); do
                [ $((descriptor % 20)) -ne 0 ] || sleep 0.05
                eval "exec $descriptor<>/dev/tcp/127.0.0.1/$port" 2>/dev/null || break
            done
            sleep 1
        ) || true
        count hostile 260
        sleep 2
    done
}

change_and_reload() {
    turn=a
    while ! has_ended; do
        if [ "$turn" = a ]; then turn=b; else turn=a; fi
        replace "$directory/served.pem" <"$directory/$turn.pem"
        configuration "/$turn/*" | replace "$directory/aasa-origin.yaml"
        kill -HUP "$server" 2>/dev/null || return 0
        count changes 1
        sleep 1
    done
}

# --- Measuring -------------------------------------------------------------------------------

# Prints the inodes of the socket pairs, each end on a line: the lanes to the HTTP library, of
# which a loop keeps up to 64 for later requests.
lane_ends() {
    ls -l "/proc/$server/fd" | sed -n 's/.*socket:\[\([0-9]*\)\]$/\1/p' | sort >"$directory/sockets"
    awk 'NR > 1 && NF == 7 {print $7}' "/proc/$server/net/unix" | sort |
        comm -12 - "$directory/sockets"
}

lanes() { echo $(($(lane_ends | wc -l) / 2)); }
descriptors() { echo $(($(ls "/proc/$server/fd" | wc -l) - 2 * $(lanes))); }
memory() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$server/status"; }

# Prints the processor time that the server has used, in ticks.
processor_ticks() { sed 's/.*) //' "/proc/$server/stat" | awk '{print $12 + $13}'; }

# Prints the number of connections that the server counts, but for that of the question.
connections() {
    counted=$(curl -s --max-time 20 --unix-socket "$directory/admin.sock" http://localhost/status |
        tr -d ' \n' | sed -n 's/.*"connections":\([0-9]*\).*/\1/p')
    echo $((${counted:-0} - 1))
}

# Waits up to SECONDS until no connection of a client is left.
wait_until_idle() {
    for _ in $(seq "$1"); do
        [ "$(connections)" != 0 ] || return 0
        sleep 1
    done
}

for kind in connections keep-alive tls-1.2 slow challenges hostile changes; do
    : >"$directory/counts/$kind"
done

# One connection of each kind, before anything is measured.
good warm-up 1
good_challenges_once=$(curl -s --noproxy '*' "http://127.0.0.2:$plain_port/")
[ -n "$good_challenges_once" ] || fail "the plain listener does not answer"
wait_until_idle 20
descriptors_before=$(descriptors)

say "soak: $minutes min against $binary"
for client in good_connections good_connections good_keep_alive good_old_tls good_slowly \
    good_challenges hostile_tls hostile_tls hostile_plain_listener hostile_handshakes \
    hostile_crowd change_and_reload; do
    $client 2>/dev/null &
    clients="$clients $!"
done

seconds=$((minutes * 60))
sleep $((seconds / 5))
memory_before=$(memory) || fail "the server has ended" "$(tail -n 5 "$directory/errors")"
sleep $((seconds - seconds / 5))
memory_under_load=$(memory) || fail "the server has ended" "$(tail -n 5 "$directory/errors")"
touch "$directory/end"
for client in $clients; do wait "$client" || true; done
clients=
wait_until_idle 30

ticks=$(processor_ticks)
sleep 10
idle=$(($(processor_ticks) - ticks))
ticks_per_second=$(getconf CLK_TCK)
memory_after=$(memory)
descriptors_after=$(descriptors)
lanes_after=$(lanes)
connections_after=$(connections)
changes=$(total changes)
# Signals that come while a load is at work are one.
reloads=$(grep -c 'msg="reloaded: ' "$directory/errors" || true)
refused=$(grep -c 'msg="refused: ' "$directory/errors" || true)
errors=$(grep -c 'level=error' "$directory/errors" || true)
served=0
failed=0
for kind in connections keep-alive tls-1.2 slow challenges; do
    served=$((served + $(awk '/^[0-9]+$/ {sum += $1} END {print sum + 0}' "$directory/counts/$kind")))
    failed=$((failed + $(total "$kind" failed)))
done
hostile=$(awk '{sum += $1} END {print sum + 0}' "$directory/counts/hostile")

# --- The table -------------------------------------------------------------------------------

status=0
# Prints a row: row NAME VALUE BOUND, and `ok` or the opposite by the test behind it.
row() {
    name=$1
    value=$2
    bound=$3
    shift 3
    verdict=ok
    [ "$@" ] || { verdict=VIOLATED; status=1; }
    printf '%-34s %12s   %-26s %s\n' "$name" "$value" "$bound" "$verdict"
}

printf '%-34s %12s   %-26s\n' "$minutes min" value bound
row 'good requests served' "$served" 'some' "$served" -gt 0
row 'good requests failed' "$failed" 0 "$failed" -eq 0
row 'hostile connections' "$hostile" 'some' "$hostile" -gt 0
row 'changes, each with a new key' "$changes" 'some' "$changes" -gt 0
row 'reloads' "$reloads" "changes, less 5 %" "$((reloads * 20))" -ge "$((changes * 19))"
row 'reloads refused' "$refused" 0 "$refused" -eq 0
row 'lines of level error' "$errors" 0 "$errors" -eq 0
row 'connections afterwards' "$connections_after" 0 "$connections_after" = 0
row 'descriptors afterwards, less lanes' "$descriptors_after" "$descriptors_before" \
    "$descriptors_after" -le "$descriptors_before"
row 'lanes kept for later' "$lanes_after" "$((64 * $(getconf _NPROCESSORS_ONLN)))" \
    "$lanes_after" -le "$((64 * $(getconf _NPROCESSORS_ONLN)))"
row 'memory after a fifth, KiB' "$memory_before" '' 0 -eq 0
row 'memory at the end, KiB' "$memory_under_load" "$((memory_before + margin))" \
    "$memory_under_load" -le "$((memory_before + margin))"
row 'memory afterwards, KiB' "$memory_after" "$((memory_before + margin))" \
    "$memory_after" -le "$((memory_before + margin))"
row 'idle processor ticks in 10 s' "$idle" "below $((ticks_per_second / 10)), which is 1 %" \
    "$idle" -lt "$((ticks_per_second / 10))"
if [ "$failed" -ne 0 ]; then
    say "the first failures:"
    grep -h failed "$directory"/counts/* | sort | uniq -c | head -n 5 >&2
fi
[ "$errors" -eq 0 ] || grep 'level=error' "$directory/errors" | head -n 5 >&2
exit "$status"
