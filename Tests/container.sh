#!/bin/sh
# Builds the image on stand-ins for its base images, and unpacks it for the tests: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/container.sh [DIRECTORY]

Builds the image of Dockerfile with buildah, without a container engine, on base images that
debootstrap makes of Debian 12 and 13, with the toolchain of this machine. Prints its size,
and leaves its file system in DIRECTORY/image, by default .build/container/image, and its
settings in DIRECTORY/image.json. The stand-ins and what was compiled are kept there for the
next time. Needs root.
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
esac
[ "$(id -u)" -eq 0 ] || fail "only root can build an image here"

need buildah command -v buildah
need debootstrap command -v debootstrap
install_missing_packages
find_swift
find_scratch
place=${1:-$scratch/container}
mkdir -p "$place/tmp"
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v "$swift")")")")")
mirror=$(sed -n 's|^deb \(\[[^]]*\] \)*\(http[^ ]*\) .*|\2|p; s|^URIs: *\([^ ]*\).*|\1|p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources \
    2>/dev/null | grep -v security | sed 1q)

# Everything of buildah's stays below the directory.
image_tool() {
    TMPDIR="$place/tmp" \
        buildah --storage-driver vfs --root "$place/storage" --runroot "$place/run" "$@"
}

remove_storage() { rm -rf "$place/storage" "$place/run"; }

# Makes a minimal Debian and keeps it: debian SUITE [PACKAGE,...]
debian() {
    [ ! -e "$place/$1.tar" ] || return 0
    say "Making a stand-in of Debian $1"
    rm -rf "$place/$1"
    debootstrap --variant=minbase ${2:+"--include=$2"} "$1" "$place/$1" \
        "${mirror:-http://deb.debian.org/debian}" >"$place/$1.log" 2>&1 ||
        fail "debootstrap failed" "its output is in $place/$1.log"
    tar -C "$place/$1" --exclude './var/cache/apt/archives/*.deb' -cf "$place/$1.tar.new" .
    rm -rf "$place/$1"
    mv "$place/$1.tar.new" "$place/$1.tar"
}

# Makes an image of a stand-in: base NAME SUITE [VARIABLE=VALUE]
base() {
    printf 'FROM scratch\nADD %s /\n%s\n' "$2.tar" "${3:+ENV $3}" >"$place/$1.file"
    image_tool bud --quiet --isolation chroot --format docker --tag "localhost/$1" \
        --file "$place/$1.file" "$place" >/dev/null
}

# What the official image of the toolchain holds beside it.
debian bookworm \
    ca-certificates,libncurses6,libxml2,libcurl4,libsqlite3-0,binutils,g++,libc6-dev &
debian trixie
wait "$!"

remove_storage
base swift bookworm "PATH=$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin"
base debian trixie
say "Building the image"
image_tool bud --isolation chroot --format docker --tag localhost/aasa-origin \
    --build-arg BUILD_IMAGE=localhost/swift --build-arg RUN_IMAGE=localhost/debian \
    --volume "$toolchain:$toolchain:ro" --ignorefile "$root/.dockerignore" \
    --file "$root/Dockerfile" "$root" >"$place/build.log" 2>&1 ||
    { tail -n 40 "$place/build.log" >&2; fail "the image was not built"; }

image_tool inspect --type image localhost/aasa-origin >"$place/image.json"
container=$(image_tool from --pull-never localhost/aasa-origin)
rm -rf "$place/image"
cp -a "$(image_tool mount "$container")" "$place/image"
image_tool rm "$container" >/dev/null
remove_storage
say "The image has $(du -s --apparent-size -k "$place/image" | cut -f 1) KiB, the program" \
    "$(du -k --apparent-size "$place/image/usr/bin/aasa-origin" | cut -f 1) of them"
