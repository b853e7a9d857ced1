#!/bin/sh
# Collects the file system of an image: a program, the libraries that it loads, the
# authorities that it trusts, and the default configuration: collect.sh PROGRAM DIRECTORY
#
# For each library the entry of its package goes along, so that scanners of images still see
# which versions are inside. Equal contents have equal times, so that layers can be compared.
set -eu

program=$1
image=$2
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
user=65532

# Copies a file and keeps its path; a link becomes what it leads to.
take() { install -D -m "$(stat -L -c %a "$1")" "$1" "$image$1"; }

# Notes the package that a library is from; libraries of the system stand below /usr, while
# the loader may find them through the link /lib.
note_package() {
    real=$(readlink -f "$1")
    for file in "$real" "${real#/usr}"; do
        package=$(dpkg -S "$file" 2>/dev/null | sed 's/:.*//;q')
        [ -n "$package" ] || continue
        dpkg -s "$package" >"$image/var/lib/dpkg/status.d/$package"
        return 0
    done
    echo "error: no package has $1" >&2
    exit 1
}

install -d "$image/var/lib/dpkg/status.d" "$image/etc/aasa-origin/tls" "$image/usr/lib/ssl"
install -d -o "$user" -g "$user" "$image/var/lib/aasa-origin" "$image/run/aasa-origin"
install -d "$image/var/lib/aasa-origin/acme"
install -d -m 1777 "$image/tmp"

libraries=$(ldd "$program")
if echo "$libraries" | grep 'not found' >&2; then
    echo "error: the program needs libraries that are not installed" >&2
    exit 1
fi
for file in $(echo "$libraries" | grep -o '/[^ ]*'); do
    take "$file"
    note_package "$file"
done
take "$program"

take /etc/ssl/certs/ca-certificates.crt
dpkg -s ca-certificates >"$image/var/lib/dpkg/status.d/ca-certificates"
# Where OpenSSL looks for authorities, beside where libcurl does.
ln -s /etc/ssl/certs/ca-certificates.crt "$image/usr/lib/ssl/cert.pem"
take /etc/os-release

echo "root:x:0:0:root:/:/sbin/nologin
aasa-origin:x:$user:$user:AASA Origin:/:/sbin/nologin" >"$image/etc/passwd"
echo "root:x:0:
aasa-origin:x:$user:" >"$image/etc/group"
install -m 0644 "$here/aasa-origin.yaml" "$image/etc/aasa-origin/aasa-origin.yaml"

find "$image" -exec touch -h -d @0 {} +
