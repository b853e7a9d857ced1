# The measurements of large configurations of this server: bench.sh reads this with `.`.

# Prints a configuration: write_large DOCUMENTS HOSTS PATH, whose rules contain PATH.
write_large() {
    cat <<TEXT
listen: [{address: "127.0.0.1:0"}]
tls:
  certificates: [{cert: $directory/ec.pem, key: $directory/ec.key}]
log: {access: "off"}
limits: {loops: 1}
apps:
TEXT
    seq "$1" | awk -v path="$3" '{
        printf "  app%d:\n    id: ABCDE12345.com.example.app%d\n", $1, $1
        printf "    services: [applinks, webcredentials]\n"
        printf "    rules: [\"/%s/%d/*\", \"/help/*\", \"/products/*\"]\n", path, $1 }'
    echo environments:
    seq "$2" | awk -v documents="$1" -v hosts="$2" '
        ($1 - 1) % (hosts / documents) < 1 {
            printf "  site%d:\n    apps: [app%d]\n    hosts:\n", ++n, n }
        { printf "      - h%d.example.com\n", $1 }'
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

# Prints a row of the table: measure_large DOCUMENTS HOSTS
measure_large() {
    say "large configuration: $2 hosts, $1 documents"
    configuration=$directory/large.yaml
    write_large "$1" "$2" a >"$configuration"
    mkfifo "$directory/errors"
    begin=$(milliseconds)
    $on_server "$binary" serve --config "$configuration" 2>"$directory/errors" >/dev/null &
    server=$!
    pids="$pids $server"
    exec 3<"$directory/errors"
    rm "$directory/errors"
    wait_for 'listening on' >/dev/null
    start_time=$(($(milliseconds) - begin))
    start_memory=$(resident $server)
    write_large "$1" "$2" b >"$configuration"
    begin=$(milliseconds)
    kill -HUP $server
    wait_for 'reloaded:' >/dev/null
    reload_time=$(($(milliseconds) - begin))
    reload_memory=$(resident $server)
    kill $server
    wait $server || true
    exec 3<&-
    row "$2" "$1" "$start_time ms" "$reload_time ms" "$(mebibytes "$start_memory")" \
        "$(mebibytes "$reload_memory")" >>"$directory/large"
}

mebibytes() { awk -v kibibytes="$1" 'BEGIN { printf "%.1f MiB", kibibytes / 1024 }'; }

print_large() {
    row hosts documents 'start to listening' 'reload, all documents changed' \
        'memory after the start' 'after the reload'
    rule 6
    cat "$directory/large"
}
