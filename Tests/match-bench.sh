#!/bin/sh
# Counts the matcher's verdicts in a second, beside regular expressions: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/match-bench.sh [FILE...]

Prints a table of verdicts in a second on one thread: the matcher, which starts from the text of
a URL each time, and the same rules as regular expressions of two kinds, which start from its
parts. All must come to the same verdicts. The documents have 50 and 236 rules; FILE is a further
association file.
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
esac

find_swift
need_build_packages
install_missing_packages
find_scratch
work=$scratch/match-bench
flags=
. "$root/Tests/modules.sh"
modules Diagnostics SiteAssociation
program MatchBench "$root"/Tests/Bench/*.swift
"$work/MatchBench" "$@"
