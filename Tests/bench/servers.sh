# The servers that are compared: bench.sh reads this with `.`.
#
# Each has one worker, pinned to the first processor, and serves the same bytes with the same
# certificates on one TLS port (bench.example.com: P-256, rsa.example.com: RSA 2048,
# slow.example.com: RSA 3072) and one plain port. What is known of a server stands in files of
# its own directory: `pid`, `tls`, `plain`, `rsa` and `slow` (ports), `version`.

ec_host=bench.example.com
rsa_host=rsa.example.com
slow_host=slow.example.com

make_certificates() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
        -subj "/CN=$ec_host" -addext "subjectAltName=DNS:$ec_host,DNS:*.example.com" \
        -keyout "$directory/ec.key" -out "$directory/ec.pem" 2>/dev/null
    make_rsa_certificate rsa 2048 $rsa_host
    make_rsa_certificate slow 3072 $slow_host
    # HAProxy wants the key behind the certificate, or beside it under this name.
    for name in ec rsa slow; do cp "$directory/$name.key" "$directory/$name.pem.key"; done
    chmod 644 "$directory"/*.key
}

make_rsa_certificate() {
    openssl req -x509 -newkey "rsa:$2" -nodes -days 2 \
        -subj "/CN=$3" -addext "subjectAltName=DNS:$3" \
        -keyout "$directory/$1.key" -out "$directory/$1.pem" 2>/dev/null
}

# Makes the directory of a server and takes free ports: prepare NAME KIND...
prepare() {
    name=$1
    mkdir -p "$directory/$name"
    shift
    "$directory/client" ports $# >"$directory/$name/ports"
    for kind in "$@"; do
        sed -n '1p' "$directory/$name/ports" >"$directory/$name/$kind"
        sed -i 1d "$directory/$name/ports"
    done
    tls=$(cat "$directory/$name/tls")
    plain=$(cat "$directory/$name/plain" 2>/dev/null || true)
    for kind in rsa slow; do
        [ -e "$directory/$name/$kind" ] || echo "$tls" >"$directory/$name/$kind"
    done
}

# Starts a program pinned, with its output in a file: launch NAME COMMAND...
launch() {
    name=$1
    shift
    $on_server "$@" >"$directory/$name/out" 2>&1 </dev/null 3<&- &
    pids="$pids $!"
    echo $! >>"$directory/$name/pid"
}

# OpenSSL over TCP and nothing else, as the floor for servers: one process per certificate.
start_bare() {
    prepare bare tls rsa slow
    rm "$directory/bare/slow"
    launch bare "$directory/bare-server" "$directory/ec.pem" "$directory/ec.key" "$tls" "$bytes"
    launch bare "$directory/bare-server" "$directory/rsa.pem" "$directory/rsa.key" \
        "$(on bare rsa)" "$bytes"
}

# Waits until a server answers on each of its ports; a server that does not is left out.
await() {
    for kind in tls rsa slow plain; do
        [ -e "$directory/$1/$kind" ] || continue
        for attempt in $(seq 100); do
            ! answers "$1" "$kind" || continue 2
            kill -0 $(cat "$directory/$1/pid") 2>/dev/null || break
            sleep 0.2
        done
        say "left out: $1 does not answer rightly ($kind); its last lines:"
        tail -n 5 "$directory/$1/out" "$directory/$1/log" >&2 2>/dev/null || true
        return 1
    done
}

answers() {
    case $2 in
        tls) mode=full host=$ec_host ;;
        rsa) mode=full host=$rsa_host ;;
        slow) mode=full host=$slow_host ;;
        plain) mode=plain host=$ec_host ;;
    esac
    [ "$("$directory/client" "$mode" $host "$(cat "$directory/$1/$2")" "$path" "$bytes" 1 0.05 |
        awk '{print ($1 > 0 && $2 == 0)}')" = 1 ]
}

# --- This server -----------------------------------------------------------------------------

write_origin() {
    cat <<TEXT
listen:
  - address: "127.0.0.1:$tls"
  - {address: "127.0.0.1:$plain", plain: proxied, trusted_proxies: [127.0.0.0/8]}
tls:
  certificates: [{cert: $directory/ec.pem, key: $directory/ec.key}, \
{cert: $directory/rsa.pem, key: $directory/rsa.key}, \
{cert: $directory/slow.pem, key: $directory/slow.key}]
log: {access: "$1"}
limits: {loops: 1, connections: $descriptors, requests_per_connection: 1000000, idle_timeout: 300s}
apps:
  shop:
    id: ABCDE12345.com.example.shop
    services: [applinks, webcredentials]
    rules: [{path: /help/*, exclude: true}, /products/*, "/a/\$1/*"]
environments:
  bench:
    apps: [shop]
    hosts: [$ec_host, $rsa_host, $slow_host]
TEXT
}

start_origin_as() {
    prepare "$1" tls plain
    write_origin "$2" >"$directory/$1/config"
    [ -z "${3:-}" ] || echo "state: $3" >>"$directory/$1/config"
    echo "this tree" >"$directory/$1/version"
    launch "$1" "$binary" serve --config "$directory/$1/config"
}

start_origin() { start_origin_as origin "$directory/origin/log"; }
start_quiet() { start_origin_as quiet off; }
start_record() { start_origin_as record "$directory/record/log" "$directory/record/state.db"; }

# --- The others ------------------------------------------------------------------------------

start_nginx() {
    prepare nginx tls plain
    at=$directory/nginx
    /usr/sbin/nginx -v 2>&1 | sed 's,.*/,,' >"$at/version"
    cat >"$at/config" <<TEXT
worker_processes 1;
worker_rlimit_nofile $descriptors;
daemon off;
pid $at/nginx.pid;
error_log $at/out;
events { worker_connections $descriptors; }
http {
    access_log $at/log combined;
    ssl_protocols TLSv1.2 TLSv1.3;
    keepalive_requests 1000000;
    keepalive_timeout 300s;
    default_type application/json;
    add_header Cache-Control "public, max-age=3600";
    add_header X-Content-Type-Options nosniff;
    root $directory/www;
    server {
        listen 127.0.0.1:$tls ssl;
        listen 127.0.0.1:$plain;
        server_name $ec_host;
        ssl_certificate $directory/ec.pem;
        ssl_certificate_key $directory/ec.key;
    }
    server {
        listen 127.0.0.1:$tls ssl;
        server_name $rsa_host;
        ssl_certificate $directory/rsa.pem;
        ssl_certificate_key $directory/rsa.key;
    }
    server {
        listen 127.0.0.1:$tls ssl;
        server_name $slow_host;
        ssl_certificate $directory/slow.pem;
        ssl_certificate_key $directory/slow.key;
    }
}
TEXT
    launch nginx /usr/sbin/nginx -e "$at/out" -c "$at/config"
}

start_haproxy() {
    prepare haproxy tls plain
    at=$directory/haproxy
    /usr/sbin/haproxy -v | sed -n '1s/.*version \([^- ]*\).*/\1/p' >"$at/version"
    cat >"$at/config" <<TEXT
global
    nbthread 1
    no strict-limits
    maxconn $((descriptors / 2))
    log stdout format raw local0
defaults
    mode http
    log global
    option httplog
    timeout client 300s
    timeout http-keep-alive 300s
    timeout connect 10s
    timeout server 10s
frontend bench
    bind 127.0.0.1:$tls ssl crt $directory/ec.pem crt $directory/rsa.pem \
crt $directory/slow.pem alpn http/1.1
    bind 127.0.0.1:$plain
    http-request return status 200 content-type application/json \
file $directory/www/$path hdr Cache-Control "public, max-age=3600" \
hdr X-Content-Type-Options nosniff if { path /$path }
TEXT
    launch haproxy /usr/sbin/haproxy -W -f "$at/config"
}

start_h2o() {
    prepare h2o tls plain
    at=$directory/h2o
    h2o --version | sed -n '1s/.* //p' >"$at/version"
    files="paths: {\"/\": {file.dir: $directory/www, \
header.set: \"Cache-Control: public, max-age=3600\", \
header.add: \"X-Content-Type-Options: nosniff\"}}"
    cat >"$at/config" <<TEXT
num-threads: 1
max-connections: $descriptors
http1-request-timeout: 300
access-log: $at/log
user: $(id -un)
file.mime.setdefaulttype: application/json
hosts:
  "$ec_host:$tls":
    listen: {host: 127.0.0.1, port: $tls, ssl: {neverbleed: OFF, ocsp-update-interval: 0, \
certificate-file: $directory/ec.pem, key-file: $directory/ec.key}}
    $files
  "$rsa_host:$tls":
    listen: {host: 127.0.0.1, port: $tls, ssl: {neverbleed: OFF, ocsp-update-interval: 0, \
certificate-file: $directory/rsa.pem, key-file: $directory/rsa.key}}
    $files
  "$slow_host:$tls":
    listen: {host: 127.0.0.1, port: $tls, ssl: {neverbleed: OFF, ocsp-update-interval: 0, \
certificate-file: $directory/slow.pem, key-file: $directory/slow.key}}
    $files
  "$ec_host:$plain":
    listen: {host: 127.0.0.1, port: $plain}
    $files
TEXT
    launch h2o h2o -m master -c "$at/config"
}

start_caddy() {
    prepare caddy tls plain admin
    at=$directory/caddy
    caddy version | sed 's/^v//; s/ .*//' >"$at/version"
    site="bind 127.0.0.1
        root * $directory/www
        header Content-Type application/json
        header Cache-Control \"public, max-age=3600\"
        header X-Content-Type-Options nosniff
        file_server
        log {
            output file $at/log
        }"
    cat >"$at/config" <<TEXT
{
    admin 127.0.0.1:$(cat "$at/admin")
    auto_https off
    storage file_system $at/data
    servers {
        protocols h1
        timeouts {
            idle 300s
        }
    }
}
https://$ec_host:$tls {
    tls $directory/ec.pem $directory/ec.key
    $site
}
https://$rsa_host:$tls {
    tls $directory/rsa.pem $directory/rsa.key
    $site
}
https://$slow_host:$tls {
    tls $directory/slow.pem $directory/slow.key
    $site
}
http://$ec_host:$plain {
    $site
}
TEXT
    # It reads the processors that it may run on, so it has one thread that works.
    launch caddy env HOME="$at" caddy run --adapter caddyfile --config "$at/config"
}

start_granian() {
    prepare granian tls rsa slow plain
    at=$directory/granian
    "$venv/bin/granian" --version | sed 's/.* //' >"$at/version"
    cat >"$at/served.py" <<TEXT
with open("$directory/www/$path", "rb") as file:
    body = file.read()
headers = [
    ("content-type", "application/json"),
    ("cache-control", "public, max-age=3600"),
    ("x-content-type-options", "nosniff"),
]

async def app(scope, protocol):
    protocol.response_bytes(200, headers, body)
TEXT
    # It has one certificate and one port per process.
    run_granian "$tls" --ssl-certificate "$directory/ec.pem" --ssl-keyfile "$directory/ec.key"
    run_granian "$(cat "$at/rsa")" \
        --ssl-certificate "$directory/rsa.pem" --ssl-keyfile "$directory/rsa.key"
    run_granian "$(cat "$at/slow")" \
        --ssl-certificate "$directory/slow.pem" --ssl-keyfile "$directory/slow.key"
    run_granian "$plain"
}

run_granian() {
    port=$1
    shift
    launch granian "$venv/bin/granian" --interface rsgi --working-dir "$at" --no-ws --workers 1 \
        --runtime-threads 1 --access-log --http1-header-read-timeout 60000 --backlog 16384 \
        --backpressure 16384 --host 127.0.0.1 --port "$port" "$@" served:app
}

# Asks a server to load its configuration again: reload NAME
reload() {
    main=$(sed 1q "$directory/$1/pid")
    case $1 in
        haproxy) kill -USR2 "$main" ;;
        caddy)
            $on_client env HOME="$directory/caddy" caddy reload --force --adapter caddyfile \
                --config "$directory/caddy/config" --address "$(cat "$directory/caddy/admin" |
                    sed 's/^/127.0.0.1:/')" >/dev/null 2>&1 || true
            ;;
        *) kill -HUP "$main" ;;
    esac
}
