# The measurements of many hosts and certificates: bench.sh reads this with `.`.

# Prints a configuration: write_many HOSTS DOCUMENTS [EDIT]. Names come from a seed, so that
# each run has the same ones; with an EDIT one rule of the last document is another one.
# What it says is the same whether $form is 'yaml' or 'table', for a table of tenants.
write_many() {
    cat <<TEXT
listen: [{address: "127.0.0.1:0", plain: proxied, trusted_proxies: [127.0.0.0/8]}]
log: {access: "off"}
limits: {loops: 1, requests_per_connection: 1000000}
guard: "off"
TEXT
    if [ "$form" = table ]; then write_table "$@"; else write_environments "$@"; fi
}

# Prints a template, and writes its rows to a file beside that of the configuration.
write_table() {
    cat <<TEXT
tenants: {hosts: {file: $directory/many.csv}}
apps:
  app:
    id: "ABCDE12345.com.example.{word}.app{number}"
    services: [applinks, webcredentials]
    rules: ["/t/{word}/*", "/{edit}/*", "/products/*"]
environments:
  site: {tenants: hosts, apps: [app], hosts: ["{host}.example.com"]}
TEXT
    seq "$1" | awk -v seed="${SEED:-1}" -v documents="$2" -v hosts="$1" -v edit="${3:-a}" '
        BEGIN { srand(seed); print "host,number,word,edit" }
        ($1 - 1) % (hosts / documents) < 1 {
            n++; word = sprintf("%06x", int(rand() * 16777216)) }
        { printf "h%d,%d,%s,%s\n", $1, n, word, n == documents ? edit : "help" }' \
        >"$directory/many.csv.new"
}

# Puts what was written in the place of the configuration.
put_many() {
    [ ! -e "$directory/many.csv.new" ] || mv "$directory/many.csv.new" "$directory/many.csv"
    mv "$configuration.new" "$configuration"
}

# Prints an app and an environment for each document.
write_environments() {
    echo apps:
    seq "$2" | awk -v seed="${SEED:-1}" -v last="$2" -v edit="${3:-a}" '
        BEGIN { srand(seed) }
        { name = sprintf("%06x", int(rand() * 16777216))
          printf "  app%d:\n    id: ABCDE12345.com.example.%s.app%d\n", $1, name, $1
          printf "    services: [applinks, webcredentials]\n"
          printf "    rules: [\"/t/%s/*\", \"/%s/*\", \"/products/*\"]\n", name, \
              $1 == last ? edit : "help" }'
    echo environments:
    seq "$1" | awk -v documents="$2" -v hosts="$1" '
        ($1 - 1) % (hosts / documents) < 1 {
            printf "  site%d:\n    apps: [app%d]\n    hosts:\n", ++n, n }
        { printf "      - h%d.example.com\n", $1 }'
}

# Starts the server with $configuration, and notes time, memory and port.
start_many() {
    mkfifo "$directory/errors"
    begin=$(milliseconds)
    $on_server "$binary" serve --config "$configuration" 2>"$directory/errors" >/dev/null &
    server=$!
    pids="$pids $server"
    exec 3<"$directory/errors"
    rm "$directory/errors"
    address=$(wait_for 'listening on')
    start_time=$(($(milliseconds) - begin))
    start_processor=$(processor_time $server)
    start_memory=$(resident $server)
    port=$(printf '%s\n' "$address" | sed 's/.*:\([0-9]*\) (.*/\1/')
}

stop_many() {
    kill $server
    wait $server || true
    forget $server
    exec 3<&-
}

# Prints the memory a second after a reload, which is when the old configuration is gone.
settled() {
    sleep 1
    resident $server
}

# Asks for a reload and waits for its end: reload_many EDIT
reload_many() {
    write_many "$hosts_now" "$documents_now" "$1" >"$configuration.new"
    put_many
    kill -HUP $server
    wait_for 'reloaded:' >/dev/null
}

# Runs the client on a kept connection: ask_many SECONDS THREADS [RATE]
ask_many() {
    seconds=$1 threads=$2
    shift 2
    $on_client "$directory/client" plain h1.example.com "$port" "$path" "$bytes" "$threads" \
        "$seconds" "$@"
}

seconds_of() { awk -v value="$1" -v unit="$2" 'BEGIN { printf "%.2f s", value / unit }'; }

# Prints a row of the table: measure_many HOSTS DOCUMENTS FORM
measure_many() {
    say "many hosts: $1 hosts, $2 documents, written as $3"
    hosts_now=$1 documents_now=$2 form=$3
    configuration=$directory/many.yaml
    write_many "$1" "$2" >"$configuration.new"
    put_many
    start_many
    bytes=$(curl -s --fail --noproxy '*' -H 'Host: h1.example.com' -H 'X-Forwarded-Proto: https' \
        "http://127.0.0.1:$port/$path" | wc -c)
    before=$(processor_time $server)
    set -- "$1" "$2" $(ask_many 2 4)
    after=$(processor_time $server)
    cost=$(awk -v used=$((after - before)) -v count="$3" 'BEGIN { printf "%.1f", used / count }')
    row "$1" "$2" $form "$start_time ms" "$(seconds_of "$start_processor" 1000000)" \
        "$(mebibytes "$start_memory")" "$cost µs" >>"$directory/many"
    [ "$1" -ne "$hosts" ] || measure_reloads
    stop_many
}

# Notes the p99 of requests while nothing else happens, and while one document changes: the new
# configuration is written before, since writing it would disturb the client.
measure_disturbance() {
    seconds=$((4 + documents_now / 10000))
    write_many "$hosts_now" "$documents_now" "b$1" >"$configuration.new"
    set -- $(ask_many $seconds 8 500)
    echo "$6" >>"$directory/p99.quiet"
    (sleep 1 && put_many && kill -HUP $server) &
    changer=$!
    set -- $(ask_many $seconds 8 500)
    echo "$6" >>"$directory/p99.reload"
    wait $changer || true
    wait_for 'reloaded:' >/dev/null
}

# Prints the median of three, and the others: spread NAME
spread() {
    sort -n "$directory/p99.$1" | tr '\n' ' ' | sed 's/\(.*\) \(.*\) \(.*\) /\2 (\1–\3) ms/'
}

# Prints a row of the table of reloads, in each of which one document changes.
measure_reloads() {
    rm -f "$directory/p99".*
    for round in 1 2 3; do measure_disturbance $round; done
    begin=$(processor_time $server)
    reload_many c
    used=$(($(processor_time $server) - begin))
    once=$(settled)
    count=4
    # Reloads of as many documents as hosts take seconds each.
    wanted=$((documents_now > 1000 ? 9 : 100))
    while [ $count -lt $wanted ]; do
        count=$((count + 1))
        reload_many "d$count"
    done
    row "$hosts_now" "$documents_now" $form "$(seconds_of $used 1000000)" \
        "$(spread quiet)" "$(spread reload)" \
        "$(mebibytes "$start_memory")" "$(mebibytes "$once")" \
        "$(mebibytes "$(settled)") ($count)" >>"$directory/reloads"
}

# Prints a row of the table of certificates: measure_certificates COUNT
measure_certificates() {
    say "many certificates: $1"
    mkdir "$directory/certificates"
    "$directory/certificate-maker" "$directory/certificates" "$1"
    configuration=$directory/many.yaml
    {
        cat <<TEXT
listen: ["127.0.0.1:0"]
tls: {certificates: ["$directory/certificates/*.pem"], self_signed: never}
log: {access: "off"}
limits: {loops: 1}
apps: {app: {id: ABCDE12345.com.example.app, rules: [/x/*]}}
environments:
  site:
    apps: [app]
    hosts:
TEXT
        seq "$1" | sed 's/.*/      - h&.example.com/'
    } >"$configuration"
    # Certificates of files that were at rest are taken over by a reload.
    sleep 3
    start_many
    echo '# A comment.' >>"$configuration"
    before=$(processor_time $server)
    kill -HUP $server
    wait_for 'reloaded:' >/dev/null
    used=$(($(processor_time $server) - before))
    row "$1" "$start_time ms" "$(seconds_of "$start_processor" 1000000)" \
        "$(mebibytes "$start_memory")" "$(seconds_of $used 1000000)" >"$directory/certified"
    stop_many
}

measure_scale() {
    cc -O2 -o "$directory/certificate-maker" "$root/Tests/bench/certificates.c" \
        $(pkg-config --cflags --libs openssl)
    for form in table yaml; do
        for count in $((hosts / 100)) $((hosts / 10)) "$hosts"; do
            measure_many "$count" "$count" $form
        done
        [ $form = yaml ] || measure_many $((hosts * 10)) $((hosts * 10)) $form
        for count in $((hosts / 100)) $((hosts / 10)) "$hosts" $((hosts * 10)); do
            measure_many "$count" 100 $form
        done
    done
    measure_certificates $((hosts / 10))
}

print_scale() {
    row hosts documents 'written as' 'start to listening' 'processor time of the start' \
        'memory after the start' 'processor time per request'
    rule 7
    cat "$directory/many"
    cat <<TEXT

A request is one on a kept plain connection.
Below, one document changes in each reload; the latencies are those of 500 requests per second on 8 plain connections, the median of three times with one \
reload each (the least and the greatest), and in the last column stands the number of reloads.

TEXT
    row hosts documents 'written as' 'processor time of a reload' 'p99 without a reload' 'p99 with one' \
        'memory after the start' 'after four reloads' 'after more'
    rule 9
    cat "$directory/reloads"
    printf '\n'
    row certificates 'start to listening' 'processor time of the start' \
        'memory after the start' 'processor time of a reload'
    rule 5
    cat "$directory/certified"
}
