# What is read of processes from /proc: bench.sh reads this with `.`.

# Prints a process and all that descend from it.
tree() {
    for process in "$@"; do
        echo "$process"
        for child in $(cat "/proc/$process/task"/*/children 2>/dev/null || true); do
            tree "$child"
        done
    done
}

# Prints the processor time (user and system) of processes and all that descend from them, in
# microseconds; with the time of children that have ended.
processor_time() {
    ticks=$(getconf CLK_TCK)
    for process in $(tree "$@"); do
        # The name in parentheses may hold spaces, so the fields are counted from behind it.
        sed 's/.*) //' "/proc/$process/stat" 2>/dev/null || true
    done | awk -v ticks="$ticks" '
        { sum += $12 + $13 + $14 + $15 }
        END { printf "%.0f\n", sum * 1000000 / ticks }'
}

# Prints the resident memory of processes and all that descend from them, in KiB. What they
# share is counted once for each, which cancels out in a difference.
resident() {
    for process in $(tree "$@"); do
        cat "/proc/$process/status" 2>/dev/null || true
    done | awk '/^VmRSS/ { sum += $2 } END { print sum + 0 }'
}

# Ends processes and all that descend from them, the patient ones by force.
end_processes() {
    [ $# -gt 0 ] || return 0
    all=$(tree "$@")
    kill "$@" 2>/dev/null || true
    for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        kill -0 $all 2>/dev/null || return 0
        alive=
        for process in $all; do
            # A process that has ended and was not waited for yet is no longer of interest.
            grep -q '^State:.*Z' "/proc/$process/status" 2>/dev/null ||
                ! kill -0 "$process" 2>/dev/null || alive="$alive $process"
        done
        [ -n "$alive" ] || return 0
        sleep 0.2
    done
    kill -KILL $alive 2>/dev/null || true
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }
