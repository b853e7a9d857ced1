# What deploy/run.sh and the scripts of Tests/ share: read it with `.` after setting `root`.
#
# It finds the Swift toolchain, installs Debian packages that are missing, and builds. Messages
# go to standard error. Nothing here depends on the current directory.

minimum_major=6
minimum_minor=2

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $1"
    shift
    for line in "$@"; do say "  $line"; done
    exit 1
}

# Quotes a word for a shell when it needs that.
quoted() {
    case $1 in
        *[!A-Za-z0-9_./:@%+=,-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
        *) printf '%s' "$1" ;;
    esac
}

# --- Packages --------------------------------------------------------------------------------

missing_packages=

# Notes a package as missing: need PACKAGE COMMAND..., where the command succeeds when whatever
# the package is for is there, wherever it came from.
need() {
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing_packages="$missing_packages $package"
}

has_module() { command -v pkg-config && pkg-config --exists "$1"; }

has_file() {
    for file in "$@"; do [ ! -e "$file" ] || return 0; done
    return 1
}

# The libraries of the server, and what the toolchain needs to link anything.
need_build_packages() {
    need pkg-config command -v pkg-config
    need libmicrohttpd-dev has_module libmicrohttpd
    need libssl-dev has_module openssl
    need libyaml-dev has_module yaml-0.1
    need libcurl4-openssl-dev has_module libcurl
    need zlib1g-dev has_module zlib
    need libsqlite3-dev has_module sqlite3
    need binutils command -v ld
    need libc6-dev has_file /usr/include/stdio.h
    need g++ has_file /usr/lib/gcc/*/*/libstdc++.so
}

packages_are_known() {
    for package in $missing_packages; do
        apt-cache show "$package" >/dev/null 2>&1 || return 1
    done
}

# Installs what `need` found missing and says which; without the right to, says what to do.
install_missing_packages() {
    [ -n "$missing_packages" ] || return 0
    by_hand="apt-get update && apt-get install --no-install-recommends$missing_packages"
    command -v apt-get >/dev/null 2>&1 ||
        fail "these Debian packages are missing, and there is no apt-get:$missing_packages" \
            "install their counterparts and run this again"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=env
    elif command -v sudo >/dev/null 2>&1; then
        as_root='sudo env'
    else
        fail "these Debian packages are missing:$missing_packages" \
            "this is neither root nor a user with sudo; as root, run: $by_hand"
    fi
    apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300"
    say "Installing Debian packages:$missing_packages"
    packages_are_known || $apt update >&2 || true
    # Lists that are there may still be too old to download from.
    $apt install -y --no-install-recommends $missing_packages >&2 ||
        { $apt update >&2 && $apt install -y --no-install-recommends $missing_packages >&2; } ||
        fail "these Debian packages could not be installed:$missing_packages" \
            "as root, run: $by_hand"
    missing_packages=
}

# --- Toolchain -------------------------------------------------------------------------------

# Prints the places where a toolchain is looked for, best first.
swift_candidates() {
    command -v swift || true
    printf '%s/swift\n' \
        /opt/swift/usr/bin /opt/swift/bin /usr/local/swift/usr/bin /usr/local/swift/bin \
        ${SWIFTLY_BIN_DIR:+"$SWIFTLY_BIN_DIR"} \
        ${HOME:+"$HOME/.local/share/swiftly/bin"} ${HOME:+"$HOME/.swiftly/bin"} \
        /opt/swift-*/usr/bin /usr/local/swift-*/usr/bin ${HOME:+"$HOME"/swift-*/usr/bin}
}

# Prints "MAJOR MINOR" of a toolchain; nothing when it does not run.
swift_version() {
    "$1" --version 2>/dev/null |
        sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | sed 1q
}

# Succeeds for a version that is new enough: MAJOR MINOR.
is_new_enough() {
    [ "$1" -gt "$minimum_major" ] ||
        { [ "$1" -eq "$minimum_major" ] && [ "$2" -ge "$minimum_minor" ]; }
}

# Sets `swift` to the first toolchain that runs and is new enough; SWIFT, if set, is the only one.
find_swift() {
    minimum="$minimum_major.$minimum_minor"
    candidates=${SWIFT:-$(swift_candidates)}
    [ ! -d "$candidates" ] || candidates=$candidates/swift
    swift=
    rejected=
    while IFS= read -r candidate; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        version=$(swift_version "$candidate")
        if [ -z "$version" ]; then
            rejected="$candidate does not run: $("$candidate" --version 2>&1 | sed 1q)"
        elif is_new_enough $version; then
            swift=$candidate
            return 0
        else
            rejected="$candidate is version ${version% *}.${version#* }"
        fi
    done <<LIST
$candidates
LIST
    hint='set SWIFT to its swift command, or install one: https://www.swift.org/install/linux/'
    [ -z "$rejected" ] ||
        fail "a Swift toolchain of version $minimum or newer is needed" "$rejected" "$hint"
    [ -z "${SWIFT:-}" ] || fail "SWIFT is '$SWIFT', which is not a command" "$hint"
    fail "no Swift toolchain was found; version $minimum or newer is needed" \
        "looked in PATH, /opt, /usr/local and the directories of swiftly" "$hint"
}

# --- Building --------------------------------------------------------------------------------

# Sets `scratch`, the build directory: no user writes into the one of another.
find_scratch() {
    scratch=$root/.build
    if [ -e "$scratch" ] && [ -z "$(find "$scratch" -prune -user "$(id -u)")" ]; then
        scratch=$root/.build-$(id -u)
    fi
    mkdir -p "$scratch" || fail "cannot write to $root, where the build goes"
}

# Builds the package: swift_build ARGUMENT...
#
# The compiler writes what macros expand to into a directory of the temporary directory that is
# named the same for all users; where another user has made it, files with names of rubbish
# appear in the current directory. So each build directory gets one of its own.
swift_build() {
    mkdir -p "$scratch/tmp"
    TMPDIR="$scratch/tmp" "$swift" build --package-path "$root" "$@"
}

# Builds the release binary and sets `binary` to it.
build_release() {
    set -- -c release --product aasa-origin --scratch-path "$scratch"
    resources=$("$swift" -print-target-info |
        sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    # The binary then runs on machines without Swift; not every toolchain has the archives.
    [ ! -e "${resources}_static/linux/libswiftCore.a" ] || set -- "$@" --static-swift-stdlib
    swift_build "$@" >&2 || fail "the build failed; the compiler's messages are above"
    binary=$(swift_build "$@" --show-bin-path)/aasa-origin
}
