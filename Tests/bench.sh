#!/bin/sh
# Compares the server's processor time with nginx and measures a large configuration.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/bench.sh

Prints one table and checks nothing. Everything runs on loopback addresses: nginx from Debian
and the release build, one worker each on the same processor, the same certificate and
document, access logs to files. The client is curl on the other processors, with a full
TLS 1.3 handshake for each request, or 1,000 requests on a connection. The two servers take
turns, and the best round of each counts: what disturbs a round only makes it worse.

environment:
  SWIFT        the swift command to build with, or its directory
  ROUNDS       how often each is measured (default 5)
  HANDSHAKES   the connections of a round (default 2000)
  REQUESTS     the keep-alive requests of a round (default 20000)
  HOSTS        the hosts of the large configuration (default 1000)
TEXT
}

case ${1:-} in
    '') ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

rounds=${ROUNDS:-5}
handshakes=${HANDSHAKES:-2000}
requests=${REQUESTS:-20000}
hosts=${HOSTS:-1000}
clients=4
path=.well-known/apple-app-site-association

find_swift
need_build_packages
need curl command -v curl
need openssl command -v openssl
need nginx-light has_file /usr/sbin/nginx
install_missing_packages
find_scratch
build_release

directory=$(mktemp -d)
# The worker of nginx runs as another user.
chmod 755 "$directory"
server=
nginx=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$nginx" ] || kill "$nginx" 2>/dev/null || true
    rm -rf "$directory"
}
trap stop EXIT
trap 'exit 130' INT TERM

# The server gets the first processor, the clients get all others if there are any.
processors=$(getconf _NPROCESSORS_ONLN)
if [ "$processors" -gt 1 ]; then
    on_server='taskset -c 0'
    on_client="taskset -c 1-$((processors - 1))"
else
    on_server=env
    on_client=env
fi

# --- The two servers -------------------------------------------------------------------------

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
    -subj /CN=bench.example.com -addext 'subjectAltName=DNS:bench.example.com,DNS:*.example.com' \
    -keyout "$directory/key.pem" -out "$directory/cert.pem" 2>/dev/null

write_configuration() {
    cat <<TEXT
listen: [{address: "127.0.0.1:0"}]
tls:
  certificates: [{cert: cert.pem, key: key.pem}]
log: {access: "$directory/access.log"}
limits: {loops: 1}
apps:
  shop:
    id: ABCDE12345.com.example.shop
    services: [applinks, webcredentials]
    rules: [{path: /help/*, exclude: true}, /products/*, "/a/$1/*"]
environments:
  bench:
    apps: [shop]
    hosts: [bench.example.com]
TEXT
}

# Runs COMMAND... as the server, waits until it listens, and sets `server` and `port`.
start_server() {
    mkfifo "$directory/errors"
    $on_server "$binary" serve --config "$1" 2>"$directory/errors" >/dev/null &
    server=$!
    exec 3<"$directory/errors"
    rm "$directory/errors"
    port=$(wait_for 'listening on' | sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p')
}

# Prints the first line of the server's standard error that contains TEXT.
wait_for() {
    while IFS= read -r line <&3; do
        case $line in
            *"$1"*)
                printf '%s\n' "$line"
                return 0
                ;;
        esac
        case $line in *level=error*) printf '%s\n' "$line" >&2 ;; esac
    done
    fail "the server ended before it said '$1'"
}

stop_server() {
    kill "$server"
    wait "$server" || true
    server=
    exec 3<&-
}

write_nginx_configuration() {
    cat <<TEXT
worker_processes 1;
daemon off;
pid $directory/nginx.pid;
error_log $directory/nginx.err;
events { worker_connections 1024; }
http {
    access_log $directory/nginx.log combined;
    server {
        listen 127.0.0.1:$1 ssl;
        server_name bench.example.com;
        ssl_certificate $directory/cert.pem;
        ssl_certificate_key $directory/key.pem;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache off;
        default_type application/json;
        add_header Cache-Control "public, max-age=3600";
        add_header X-Content-Type-Options nosniff;
        root $directory/www;
    }
}
TEXT
}

# Starts nginx on a free port and sets `nginx`, `nginx_worker` and `port`.
start_nginx() {
    for port in 18443 18543 18643 18743 18843; do
        write_nginx_configuration "$port" >"$directory/nginx.conf"
        $on_server /usr/sbin/nginx -e "$directory/nginx.err" -c "$directory/nginx.conf" &
        nginx=$!
        # curl tries again while nothing listens yet.
        if curl -sk --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null \
            "https://127.0.0.1:$port/$path" && kill -0 "$nginx" 2>/dev/null; then
            nginx_worker=$(tr -d ' ' <"/proc/$nginx/task/$nginx/children")
            return 0
        fi
    done
    fail "nginx did not start" "$(cat "$directory/nginx.err")"
}

# --- Measuring -------------------------------------------------------------------------------

# Prints the processor time that a process has used, in microseconds.
processor_time() {
    ticks=$(getconf CLK_TCK)
    # The name in parentheses may hold spaces, so the fields are counted from behind it.
    sed 's/.*) //' "/proc/$1/stat" | awk -v ticks="$ticks" '{print ($12 + $13) * 1000000 / ticks}'
}

# Prints the document that is served at `port`.
fetch() {
    curl -s --fail --noproxy '*' --cacert "$directory/cert.pem" \
        --resolve "bench.example.com:$port:127.0.0.1" "https://bench.example.com:$port/$path"
}

# Sends COUNT requests to `port` from several clients, with curl's further arguments.
send_requests() {
    share=$(($1 / clients))
    shift
    children=
    for client in $(seq "$clients"); do
        $on_client curl -s --http1.1 --tlsv1.3 --noproxy '*' --cacert "$directory/cert.pem" \
            --resolve "bench.example.com:$port:127.0.0.1" --fail -o /dev/null "$@" \
            "https://bench.example.com:$port/$path?$client-[1-$share]" &
        children="$children $!"
    done
    for child in $children; do wait "$child" || fail "a client failed"; done
}

# Prints the microseconds of the processor per request: measure PID COUNT ARGUMENT...
measure() {
    pid=$1
    shift
    before=$(processor_time "$pid")
    send_requests "$@"
    after=$(processor_time "$pid")
    awk -v before="$before" -v after="$after" -v count="$1" \
        'BEGIN { printf "%.0f\n", (after - before) / count }'
}

# Prints the smaller number; the first may be empty.
best() { if [ -n "$1" ] && [ "$1" -lt "$2" ]; then echo "$1"; else echo "$2"; fi; }

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

resident() { awk '/^VmRSS/ { printf "%.1f MiB\n", $2 / 1024 }' "/proc/$1/status"; }

# Measures both servers in turn, so that what disturbs the machine disturbs both.
measure_both() {
    write_configuration x >"$directory/small.yaml"
    start_server "$directory/small.yaml"
    our_port=$port
    mkdir -p "$directory/www/.well-known"
    fetch >"$directory/www/$path"
    start_nginx
    their_port=$port
    our_handshake= their_handshake= our_request= their_request=
    for round in $(seq "$rounds"); do
        say "round $round of $rounds"
        port=$our_port
        result=$(measure "$server" "$handshakes" -H 'Connection: close' --no-sessionid)
        our_handshake=$(best "$our_handshake" "$result")
        result=$(measure "$server" "$requests")
        our_request=$(best "$our_request" "$result")
        port=$their_port
        result=$(measure "$nginx_worker" "$handshakes" -H 'Connection: close' --no-sessionid)
        their_handshake=$(best "$their_handshake" "$result")
        result=$(measure "$nginx_worker" "$requests")
        their_request=$(best "$their_request" "$result")
    done
    our_memory=$(resident "$server")
    their_memory=$(resident "$nginx_worker")
    stop_server
    kill "$nginx"
    wait "$nginx" || true
    nginx=
}

write_large_configuration() {
    cat <<TEXT
listen: [{address: "127.0.0.1:0"}]
tls:
  certificates: [{cert: cert.pem, key: key.pem}]
log: {access: "off"}
apps:
TEXT
    seq "$hosts" | awk -v path="$1" '{
        printf "  app%d:\n    id: ABCDE12345.com.example.app%d\n", $1, $1
        printf "    services: [applinks, webcredentials]\n"
        printf "    rules: [\"/%s/%d/*\", \"/help/*\", \"/products/*\"]\n", path, $1 }'
    echo environments:
    seq "$hosts" | awk '{
        printf "  site%d:\n    apps: [app%d]\n    hosts: [h%d.example.com]\n", $1, $1, $1 }'
}

measure_large() {
    write_large_configuration a >"$directory/large.yaml"
    begin=$(milliseconds)
    start_server "$directory/large.yaml"
    start_time=$(($(milliseconds) - begin))
    large_memory=$(resident "$server")
    write_large_configuration b >"$directory/large.yaml"
    begin=$(milliseconds)
    kill -HUP "$server"
    wait_for 'reloaded:' >/dev/null
    reload_time=$(($(milliseconds) - begin))
    reload_memory=$(resident "$server")
    stop_server
}

measure_both
measure_large

cat <<TEXT
Measured with \`Tests/bench.sh\` on $(uname -m), $processors processors \
($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed 1q)), \
$(. /etc/os-release && echo "$PRETTY_NAME"), Linux $(uname -r | sed 's/-.*//').
The server is pinned to one processor, the clients to the others; \
the best of $rounds rounds of $handshakes handshakes and $requests requests.

| processor time of the server | AASA Origin | nginx $(/usr/sbin/nginx -v 2>&1 | sed 's,.*/,,') |
|---|---|---|
| full TLS 1.3 handshake (P-256) and one request | $our_handshake µs | $their_handshake µs |
| request on a kept connection (TLS 1.3) | $our_request µs | $their_request µs |
| resident memory after that | $our_memory | $their_memory |

| with $hosts hosts, each with a document of its own | AASA Origin |
|---|---|
| from the start of the process to listening | $start_time ms |
| reload in which every document changes | $reload_time ms |
| resident memory after the start | $large_memory |
| resident memory after the reload | $reload_memory |

Libraries: $(openssl version | cut -d ' ' -f 1-2), libmicrohttpd $(pkg-config --modversion libmicrohttpd), \
libyaml $(pkg-config --modversion yaml-0.1); client: $(curl --version | sed -n '1s/^\(curl [^ ]*\).*/\1/p'); \
built with Swift $(swift_version "$swift" | tr ' ' .).
TEXT
