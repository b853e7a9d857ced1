#!/bin/sh
# Builds a Debian package of the server: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: deploy/deb/build.sh [--binary FILE] [--output DIRECTORY] [--version VERSION]

Builds the release binary and a package of it for this release of Debian, and prints the
package's path. The same sources give the same package, byte for byte.

  --binary FILE        package this program, and build nothing
  --output DIRECTORY   where the package goes; by default the build directory
  --version VERSION    the package's version; by default the program's
  --help               print this text

environment:
  SWIFT                the swift command to build with, or its directory
  DEBFULLNAME          who maintains the package, and with which address
  DEBEMAIL
  SOURCE_DATE_EPOCH    the time of everything in it; by default that of the latest commit
TEXT
}

binary=
output=
version=
while [ $# -gt 0 ]; do
    case $1 in
        --binary | --output | --version)
            [ $# -ge 2 ] || { usage >&2; exit 2; }
            case $1 in
                --binary) binary=$2 ;;
                --output) output=$2 ;;
                --version) version=$2 ;;
            esac
            shift
            ;;
        --help | -h) usage; exit 0 ;;
        *)
            say "error: unknown argument '$1'"
            usage >&2
            exit 2
            ;;
    esac
    shift
done

# Puts a file into the package: put MODE SOURCE DESTINATION
put() { install -D -m "$1" "$2" "$tree/$3"; }

# Compresses standard input into a file of the package, the same on every day.
put_compressed() {
    mkdir -p "$(dirname "$tree/$1")"
    gzip -9n >"$tree/$1"
    chmod 0644 "$tree/$1"
}

# Puts what the program says of itself into a file: put_output DESTINATION ARGUMENT...
put_output() {
    destination=$tree/$1
    shift
    mkdir -p "$(dirname "$destination")"
    "$binary" "$@" >"$destination"
    chmod 0644 "$destination"
}

put_program() {
    put 0755 "$binary" usr/bin/aasa-origin
    strip --strip-unneeded --remove-section=.comment "$tree/usr/bin/aasa-origin"
    "$binary" help --man | put_compressed usr/share/man/man1/aasa-origin.1.gz
    put_output usr/share/bash-completion/completions/aasa-origin completion bash
    put_output usr/share/zsh/vendor-completions/_aasa-origin completion zsh
    put_output usr/share/fish/vendor_completions.d/aasa-origin.fish completion fish
}

put_units() {
    further=
    units=usr/lib/systemd/system
    put 0644 "$systemd/aasa-origin.socket" $units/aasa-origin.socket
    put 0644 "$systemd/aasa-origin.service" $units/aasa-origin.service
    # Debian 12 has systemd 252, and the unit for that calls /bin/kill.
    if [ "$(sed -n 's/^VERSION_ID="*\([0-9]*\).*/\1/p' /etc/os-release)" = 12 ]; then
        "$systemd/aasa-origin-systemd-252.sh" <"$systemd/aasa-origin.service" \
            >"$tree/$units/aasa-origin.service"
        further=", procps"
    fi
    put 0644 "$systemd/sysusers.conf" usr/lib/sysusers.d/aasa-origin.conf
    put 0644 "$systemd/tmpfiles.conf" usr/lib/tmpfiles.d/aasa-origin.conf
}

put_settings() {
    put 0644 "$here/aasa-origin.yaml" etc/aasa-origin/aasa-origin.yaml
    put 0644 "$systemd/logrotate.conf" etc/logrotate.d/aasa-origin
}

put_documents() {
    documents=usr/share/doc/aasa-origin
    put 0644 "$here/copyright" $documents/copyright
    put 0644 "$here/README.Debian" $documents/README.Debian
    {
        printf 'aasa-origin (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' \
            "$version" "Version $version." "$maintainer" \
            "$(LC_ALL=C date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")"
    } | put_compressed $documents/changelog.gz
    put 0644 "$root/config/aasa-origin.yaml" $documents/examples/manual.yaml
    put 0644 "$root/deploy/README.md" $documents/RUNBOOK.md
    for folder in certbot prometheus proxies; do
        for file in "$root/deploy/$folder"/*; do
            mode=0644
            [ ! -x "$file" ] || mode=0755
            put $mode "$file" "$documents/examples/$folder/$(basename "$file")"
        done
    done
}

# The packages of the libraries, as the linker's records and their own lists name them.
libraries() {
    mkdir -p "$place/debian"
    printf 'Source: aasa-origin\n\nPackage: aasa-origin\nArchitecture: any\n' \
        >"$place/debian/control"
    (cd "$place" && dpkg-shlibdeps -O -epackage/usr/bin/aasa-origin) |
        sed -n 's/^shlibs:Depends=//p'
}

put_control() {
    mkdir -p "$tree/DEBIAN"
    depends=$(libraries)
    [ -n "$depends" ] || fail "the libraries of the program belong to no package"
    sed -e "s/@VERSION@/$version/" -e "s/@MAINTAINER@/$maintainer/" \
        -e "s/@ARCHITECTURE@/$architecture/" -e "s/@LIBRARIES@/$depends$further/" \
        -e "s/@SIZE@/$(du -k -s --apparent-size "$tree" | cut -f 1)/" \
        "$here/control" >"$tree/DEBIAN/control"
    install -m 0644 "$here/conffiles" "$tree/DEBIAN/conffiles"
    for script in postinst prerm postrm; do
        install -m 0755 "$here/$script" "$tree/DEBIAN/$script"
    done
    (cd "$tree" && find etc usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) \
        >"$tree/DEBIAN/md5sums"
    chmod 0644 "$tree/DEBIAN/control" "$tree/DEBIAN/md5sums"
}

here=$root/deploy/deb
systemd=$root/deploy/systemd
need dpkg-dev command -v dpkg-shlibdeps
need binutils command -v strip
if [ -z "$binary" ]; then
    find_swift
    need_build_packages
fi
install_missing_packages
find_scratch
[ -n "$binary" ] || build_release
: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
: "${version:=$("$binary" version | sed 's/^[^ ]* //')}"
maintainer="${DEBFULLNAME:-AASA Origin} <${DEBEMAIL:-aasa-origin@localhost}>"
architecture=$(dpkg --print-architecture)
output=${output:-$scratch}
mkdir -p "$output"

umask 022
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
tree=$place/package
put_program
put_units
put_settings
put_documents
put_control
package=$output/aasa-origin_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >&2
printf '%s\n' "$package"
