#!/bin/sh
# Feeds the readers, the gate and the matcher with inputs that libFuzzer invents: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/fuzz.sh [SECONDS [TARGET...]]

Builds the fuzz targets with libFuzzer and the address sanitizer, and runs each for a time, by
default 30 seconds, one after the other. Ends with 1 at the first input that breaks a promise;
the input is left in .build/fuzz/TARGET.

  json           the JSON reader, associations made of what it reads
  configuration  the YAML loader and everything that decodes and resolves a configuration
  matcher        patterns against URLs, compared with a slow reference; differences
  head           request heads and PROXY headers
  forwarded      the fields of proxies, and entity tags
  certificate    the files of certificates and keys
  log            access logs of this server and of others, plain and packed
  plist          property lists in XML, binary and the brackets of codesign
  links          Android's assetlinks.json

Inputs to begin with are in Tests/Fuzz/Corpus/TARGET; what a run finds is kept beside the build.
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
    *[!0-9]*)
        say "error: '$1' is not a number of seconds"
        usage >&2
        exit 2
        ;;
esac
seconds=${1:-30}
[ $# -eq 0 ] || shift
targets="json configuration matcher head forwarded certificate log plist links"
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $targets
for target in "$@"; do
    case " $targets " in
        *" $target "*) ;;
        *)
            say "error: unknown target '$target'"
            usage >&2
            exit 2
            ;;
    esac
done

find_swift
need_build_packages
need openssl command -v openssl
install_missing_packages
find_scratch
work=$scratch/fuzz
flags="-sanitize=fuzzer,address -enable-testing"
. "$root/Tests/modules.sh"

say "== building"
modules Diagnostics HTTP POSIX SiteAssociation PropertyList AssetLinks YAML TLS Compression \
    SQLite Configuration HTTPServer FetchRecord Origin
fuzz=$root/Tests/Fuzz
for target in "$@"; do
    case $target in
        json) program fuzz_json "$fuzz/JSONFuzz.swift" ;;
        configuration)
            program fuzz_configuration "$fuzz/ConfigurationFuzz.swift" "$fuzz/OneFile.swift"
            ;;
        head) program fuzz_head "$fuzz/HeadFuzz.swift" ;;
        forwarded) program fuzz_forwarded "$fuzz/ForwardedFuzz.swift" ;;
        certificate) program fuzz_certificate "$fuzz/CertificateFuzz.swift" ;;
        log) program fuzz_log "$fuzz/LogFuzz.swift" ;;
        plist) program fuzz_plist "$fuzz/PropertyListFuzz.swift" ;;
        links) program fuzz_links "$fuzz/AssetLinksFuzz.swift" ;;
        matcher)
            program fuzz_matcher "$fuzz/MatcherFuzz.swift" \
                "$root/Tests/SiteAssociationTests/Matching/ReferenceMatcher.swift"
            ;;
    esac
done

for target in "$@"; do
    say "== $target, $seconds s"
    mkdir -p "$work/$target"
    if [ "$target" = certificate ]; then
        # A real pair to begin with, made here because no key is ever committed.
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 \
            -subj /CN=a.test -addext subjectAltName=DNS:a.test,DNS:*.b.test \
            -keyout "$work/certificate/pair" 2>/dev/null >"$work/chain"
        cat "$work/chain" >>"$work/certificate/pair"
    fi
    status=0
    # Swift's own handler of crashes would hide the input from libFuzzer.
    SWIFT_BACKTRACE=enable=no "$work/fuzz_$target" -max_total_time="$seconds" -timeout=10 \
        -max_len=4096 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$work/$target/crash-" "$work/$target" "$root/Tests/Fuzz/Corpus/$target" \
        >"$work/$target.log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        tail -n 60 "$work/$target.log" >&2
        fail "$target broke a promise" "the input is in $work/$target"
    fi
    grep -E 'number_of_executed_units|new_units_added' "$work/$target.log"
done
