# What is measured of each server: bench.sh reads this with `.`.
#
# A result is a line in a file $directory/NAME/results.MEASURE: the rounds stand below each
# other.

on() { cat "$directory/$1/$2"; }

# Runs the client against a server: fetch_from NAME MODE HOST PORT_KIND SECONDS THREADS [RATE]
fetch_from() {
    name=$1 mode=$2 host=$3 port=$(on "$1" "$4")
    shift 4
    seconds=$1 threads=$2
    shift 2
    $on_client "$directory/client" "$mode" "$host" "$port" "$path" "$bytes" "$threads" \
        "$seconds" "$@"
}

# Notes the processor time per request: measure_cost NAME MEASURE MODE HOST PORT_KIND
measure_cost() {
    main=$(on "$1" pid)
    before=$(processor_time $main)
    line=$(fetch_from "$1" "$3" "$4" "$5" "$round_seconds" 4)
    after=$(processor_time $main)
    # Requests, failures, resumed, seconds: see the client's usage.
    set -- "$1" "$2" $line
    [ "$4" -eq 0 ] || say "note: $1, $2: $4 of $(($3 + $4)) requests failed"
    [ "$3" -gt 0 ] || return 0
    [ "$2" != resumed ] || echo "$(($5 * 100 / $3))" >"$directory/$1/resumed-percent"
    awk -v used=$((after - before)) -v count="$3" 'BEGIN { printf "%.1f\n", used / count }' \
        >>"$directory/$1/results.$2"
    awk -v count="$3" -v seconds="$6" 'BEGIN { printf "%.0f\n", count / seconds }' \
        >>"$directory/$1/throughput.$2"
}

measure_handshakes() {
    measure_cost "$1" full full $ec_host tls
    measure_cost "$1" rsa full $rsa_host rsa
    measure_cost "$1" resumed resumed $ec_host tls
}

measure_round() {
    measure_handshakes "$1"
    measure_cost "$1" kept kept $ec_host tls
    measure_cost "$1" plain plain $ec_host plain
}

# Notes the cost of OpenSSL alone in the same measures.
measure_floor() {
    for measure in full rsa resumed kept; do
        certificate=$directory/ec mode=$measure
        [ $measure != rsa ] || certificate=$directory/rsa mode=full
        $on_server "$directory/floor" $mode "$certificate.pem" "$certificate.key" "$bytes" 1 \
            >>"$directory/floor.d/results.$measure"
    done
}

# Prints the best of the rounds: least for costs, greatest for throughput.
least() { sort -n "$1" 2>/dev/null | sed -n 1p; }
greatest() { sort -n "$1" 2>/dev/null | sed -n '$p'; }

# Notes latency while a server is busy for 80 % of its time, without and with reloads. The
# certificate is of RSA 3072: its handshake costs a server much more than a client, so that one
# processor of clients can load one processor of a server and be idle for a good part itself.
measure_latency() {
    measure_cost "$1" slow full $slow_host slow
    cost=$(least "$directory/$1/results.slow")
    [ -n "$cost" ] || return 0
    rate=$(awk -v cost="$cost" 'BEGIN { printf "%.0f", 800000 / cost }')
    echo "$rate" >"$directory/$1/rate"
    fetch_from "$1" full $slow_host slow "$latency_seconds" 32 "$rate" >"$directory/$1/latency"
    reload_repeatedly "$1" &
    reloader=$!
    fetch_from "$1" full $slow_host slow "$latency_seconds" 32 "$rate" \
        >"$directory/$1/latency-reload"
    wait $reloader || true
    check_rate "$1" latency
    check_rate "$1" latency-reload
}

# Says when the client had too little processor time for the rate: the latencies are then its
# own.
check_rate() {
    read -r count failures resumed seconds median p99 most cost <"$directory/$1/$2" || return 0
    awk -v rate="$rate" -v cost="$cost" -v processors="$processors" \
        'BEGIN { exit !(rate * cost > 900000 * (processors > 1 ? processors - 1 : 1)) }' ||
        return 0
    say "note: $1, $2: the client was too busy to be trusted, $cost µs for each request"
}

reload_repeatedly() {
    for _ in $(seq "$latency_seconds"); do
        reload "$1" || true
        sleep 1
    done
}

# Notes the memory of idle connections, each of which has made one request.
measure_idle() {
    main=$(on "$1" pid)
    mkfifo "$directory/hold"
    before=$(resident $main)
    $on_client "$directory/client" idle $ec_host "$(on "$1" tls)" "$path" "$bytes" "$idle" \
        <"$directory/hold" >"$directory/$1/idle" &
    holder=$!
    pids="$pids $holder"
    exec 4>"$directory/hold"
    rm "$directory/hold"
    while [ ! -s "$directory/$1/idle" ] && kill -0 $holder 2>/dev/null; do sleep 0.2; done
    after=$(resident $main)
    exec 4>&-
    wait $holder || true
    forget $holder
    read -r opened failures <"$directory/$1/idle" || return 0
    [ "$failures" -eq 0 ] || say "note: $1 refused $failures of the idle connections"
    [ "$opened" -gt 0 ] || return 0
    awk -v growth=$((after - before)) -v count="$opened" \
        'BEGIN { printf "%.1f\n", growth / count }' >"$directory/$1/idle-memory"
    echo "$opened" >"$directory/$1/idle-count"
}
