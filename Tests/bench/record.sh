# The memory of the fetch record: bench.sh reads this with `.`.

# Fetches the document of every host once, as one kind of client: fetch_all AGENT
fetch_all() {
    # As a proxy is asked, so that requests for all hosts go over few connections.
    failures=$($on_client curl -s -Z --parallel-max 32 --noproxy '' \
        --proxy "http://127.0.0.1:$port" -A "$1" -H 'X-Forwarded-Proto: https' \
        -o /dev/null -w '%{http_code}\n' "http://h[1-$hosts_now].example.com/$path" \
        2>/dev/null | grep -cv '^200$' || true)
    [ "$failures" -eq 0 ] || say "note: $failures requests as '$1' failed"
}

# Prints a row of the table: measure_record_with NAME STATE
measure_record_with() {
    say "the record of $hosts hosts, $1"
    hosts_now=$hosts documents_now=100 form=yaml
    configuration=$directory/record.yaml
    write_recorded "$2" a
    start_many
    fetch_all AASA-Bot/1.0.0
    once=$(resident $server)
    for agent in 'swcd (unknown version) CFNetwork/1568.100.1 Darwin/24.0.0' \
        GoogleAssociationService curl/8.5.0; do
        fetch_all "$agent"
    done
    fourfold=$(resident $server)
    for edit in b d e; do
        write_recorded "$2" $edit
        kill -HUP $server
        wait_for 'reloaded:' >/dev/null
    done
    versions=$(resident $server)
    stop_many
    size=–
    [ -z "$2" ] || size=$(mebibytes $(($(cat "$2"* | wc -c) / 1024)))
    row "$1" "$hosts" "$(mebibytes "$start_memory")" "$(mebibytes "$once")" \
        "$(mebibytes "$fourfold")" "$(mebibytes "$versions")" "$size" >>"$directory/recorded"
}

# Writes a configuration whose documents all have a rule with EDIT: write_recorded STATE EDIT
write_recorded() {
    write_many "$hosts" 100 | sed "s,/products/,/products/$2/," >"$configuration.new"
    [ -z "$1" ] || echo "state: $1" >>"$configuration.new"
    put_many
}

measure_record() {
    measure_record_with 'in memory' ''
    measure_record_with 'in a file' "$directory/record.db"
}

print_record() {
    row record hosts 'memory after the start' 'after a fetch of each' \
        'after fetches of 4 kinds of each' 'after 3 new versions of each' 'size of the file'
    rule 7
    cat "$directory/recorded"
}
