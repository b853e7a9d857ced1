# Prints the results as Markdown tables: bench.sh reads this with `.`.

row() {
    printf '|'
    for cell in "$@"; do printf ' %s |' "$cell"; done
    printf '\n'
}

rule() {
    printf '|'
    for _ in $(seq "$1"); do printf -- '---|'; done
    printf '\n'
}

title() {
    case $1 in
        origin) echo "**AASA Origin**" ;;
        quiet) echo "AASA Origin, access log off" ;;
        record) echo "AASA Origin, record in a file" ;;
        nginx) echo "nginx $(on nginx version)" ;;
        haproxy) echo "HAProxy $(on haproxy version)" ;;
        h2o) echo "h2o $(on h2o version)" ;;
        caddy) echo "Caddy $(on caddy version)" ;;
        granian) echo "Granian $(on granian version)" ;;
    esac
}

# Prints a cost and its ratios to nginx and to this server: cost_cell DIRECTORY MEASURE
cost_cell() {
    awk -v own="$(least "$1/results.$2")" \
        -v nginx="$(least "$directory/nginx/results.$2")" \
        -v ours="$(least "$directory/origin/results.$2")" '
        function ratio(other) { return other > 0 ? sprintf("%.2f", own / other) : "–" }
        BEGIN {
            if (own == "") { print "–"; exit }
            printf (own < 20 ? "%.1f" : "%.0f"), own
            printf " (%s, %s)\n", ratio(nginx), ratio(ours)
        }'
}

print_costs() {
    row 'processor time of the server per request, µs' 'full handshake, P-256' \
        'full handshake, RSA 2048' 'resumed handshake' 'kept connection, TLS' \
        'kept connection, plain'
    rule 6
    for name in $servers; do
        row "$(title "$name")" "$(cost_cell "$directory/$name" full)" \
            "$(cost_cell "$directory/$name" rsa)" "$(resumed_cell "$name")" \
            "$(cost_cell "$directory/$name" kept)" "$(cost_cell "$directory/$name" plain)"
    done
    row 'OpenSSL alone, over TCP' "$(cost_cell "$directory/bare" full)" \
        "$(cost_cell "$directory/bare" rsa)" "$(cost_cell "$directory/bare" resumed)" – –
    row 'OpenSSL alone, over memory' "$(cost_cell "$directory/floor.d" full)" \
        "$(cost_cell "$directory/floor.d" rsa)" "$(cost_cell "$directory/floor.d" resumed)" \
        "$(cost_cell "$directory/floor.d" kept)" –
}

# A server that does not resume made full handshakes instead.
resumed_cell() {
    percent=$(cat "$directory/$1/resumed-percent" 2>/dev/null || echo 0)
    if [ "$percent" -ge 95 ]; then
        cost_cell "$directory/$1" resumed
    else
        echo "– ($percent % resumed)"
    fi
}

# Prints median and 99th percentile, or what went wrong: latency_cell NAME FILE
latency_cell() {
    set -- $(cat "$directory/$1/$2" 2>/dev/null) - - - - - - -
    [ "$1" != - ] || { echo –; return 0; }
    text="$5 / $6"
    [ "$2" -eq 0 ] || text="$text, $2 of $(($1 + $2)) failed"
    echo "$text"
}

print_latency() {
    row 'one connection per request, RSA 3072' 'requests per second' 'median / p99, ms' \
        'with a reload every second' 'idle connections' 'memory of each, KiB'
    rule 6
    for name in $servers; do
        row "$(title "$name")" "$(on "$name" rate 2>/dev/null || echo –)" \
            "$(latency_cell "$name" latency)" "$(latency_cell "$name" latency-reload)" \
            "$(on "$name" idle-count 2>/dev/null || echo –)" \
            "$(on "$name" idle-memory 2>/dev/null || echo –)"
    done
}

print_report() {
    cat <<TEXT
Measured with \`Tests/bench.sh\` on $(uname -m), $processors processors \
($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed 1q)), \
$(. /etc/os-release && echo "$PRETTY_NAME"), Linux $(uname -r | sed 's/-.*//').
All servers ran side by side, one worker each, pinned to one processor, the client to $others; \
access logs went to files, the document has $bytes bytes.
A cost is user and system time of the server's processes, the best of $rounds interleaved \
rounds of $round_seconds s; in parentheses the ratios to nginx and to AASA Origin.
A handshake is one of TLS 1.3, with one request on the connection, which the client then closes.

TEXT
    print_costs
    cat <<TEXT

At the rate a server is busy for 80 % of its time; with RSA 3072, since one processor of \
clients can then load one of a server and stay below its own limit. Requests start at fixed times, and a \
latency counts from there to the last byte of the answer, over $latency_seconds s.
An idle connection has made one request; $idle were asked for, with $descriptors descriptors \
per process.

TEXT
    print_latency
    printf '\n'
    print_large
    cat <<TEXT

Libraries: $(openssl version | cut -d ' ' -f 1-2), \
libmicrohttpd $(pkg-config --modversion libmicrohttpd), \
libyaml $(pkg-config --modversion yaml-0.1); \
built with Swift $(swift_version "$swift" | tr ' ' .); load at the start: $load.
TEXT
}
