#!/bin/sh
# Installs, starts, upgrades and purges the Debian package: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/deb.sh [PROGRAM]

Builds the package twice and compares the two, and installs it on a minimal Debian that
debootstrap makes. Boots that, with systemd, in namespaces of its own, and looks at the
package there: installed, started, reloaded, its log rotated, upgraded under load with a
configuration that was changed, and purged. Packages PROGRAM, or the release build without
one, and keeps the minimal Debian in the build directory for the next time. Needs root; without
it nothing is done, which is an error when CI is set.
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
esac
if [ "$(id -u)" -ne 0 ]; then
    [ -z "${CI:-}" ] || fail "only root can install a package"
    say "skipped: only root can install a package"
    exit 0
fi

need debootstrap command -v debootstrap
need curl command -v curl
need dpkg-dev command -v dpkg-shlibdeps
install_missing_packages
find_scratch
place=$scratch/deb
binary=${1:-}
mkdir -p "$place"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
debian=$place/debian
control_group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/aasa-origin-deb-$$
boot=

clean_up() {
    : >"$place/enough"
    # It leaves the other signals to what runs in its namespaces.
    [ -z "$boot" ] || kill -KILL "$boot" 2>/dev/null || true
    wait
    # The processes in it go one after the other.
    tries=0
    while [ -d "$control_group" ] && [ $tries -lt 50 ]; do
        find "$control_group" -depth -type d -exec rmdir {} \; 2>/dev/null || sleep 0.1
        tries=$((tries + 1))
    done
    rm -rf "$debian"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

count=0

# Demands that a command succeeds: expect WHAT COMMAND...
expect() {
    what=$1
    shift
    "$@" >"$place/output" 2>&1 || {
        sed 's/^/  | /' "$place/output" >&2
        [ -z "$boot" ] ||
            inside journalctl --no-pager --unit 'aasa-origin*' | sed 's/^/  journal | /' >&2 || true
        fail "the package does not do this: $what"
    }
    count=$((count + 1))
    say "passed: $what"
}

# Succeeds when a command fails.
fails() { ! "$@"; }

# Succeeds when two commands print the same: same 'COMMAND' 'COMMAND'
same() {
    first=$(eval "$1") || return 1
    second=$(eval "$2") || return 1
    [ "$first" = "$second" ] || { printf '%s\n--\n%s\n' "$first" "$second"; return 1; }
}

# Makes a minimal Debian with what the package needs of one, once.
make_debian() {
    if [ ! -e "$place/$suite.tar" ]; then
        mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' |
            sed 1q)
        say "making a minimal Debian"
        rm -rf "$debian"
        debootstrap --variant=minbase --include=systemd,logrotate "$suite" "$debian" \
            ${mirror:+"$mirror"} >"$place/debootstrap.log" 2>&1 ||
            fail "debootstrap failed" "its output is in $place/debootstrap.log"
        in_chroot apt-get -q update >>"$place/debootstrap.log" 2>&1 ||
            fail "apt-get update failed there" "its output is in $place/debootstrap.log"
        tar -C "$debian" -cf "$place/$suite.tar.new" .
        mv "$place/$suite.tar.new" "$place/$suite.tar"
    fi
    rm -rf "$debian"
    mkdir -p "$debian"
    tar -C "$debian" -xf "$place/$suite.tar"
    # The messages of this machine's kernel are none of its.
    rm -f "$debian/dev/kmsg"
}

# Runs a command in it before it is booted, with the network of this machine.
in_chroot() {
    unshare --mount --fork sh -c '
        mount --make-rprivate / && mount -t proc proc "$0/proc" || exit
        PATH=/usr/sbin:/usr/bin:/sbin:/bin exec chroot "$0" "$@"' "$debian" "$@"
}

# Boots it in namespaces and a control group of its own, without a network. Its root is that of
# its namespace, since who is in a chroot may not make namespaces of users.
boot_debian() {
    mkdir "$control_group"
    sh -c '
        echo $$ >"$1/cgroup.procs" || exit
        exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child sh -c "
            mount --make-rprivate /
            mount --bind \"\$0\" \"\$0\"
            mount -t proc proc \"\$0/proc\"
            mount -t sysfs -o ro sysfs \"\$0/sys\"
            mount -t cgroup2 cgroup2 \"\$0/sys/fs/cgroup\"
            mount -t tmpfs -o mode=0755 tmpfs \"\$0/run\"
            cd \"\$0\" && pivot_root . mnt && umount -l /mnt || exit
            exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
                /lib/systemd/systemd --log-target=console --unit=basic.target
        " "$0"' "$debian" "$control_group" >"$place/boot.log" 2>&1 </dev/null &
    boot=$!
    tries=0
    until [ "$(inside systemctl is-system-running 2>/dev/null)" = running ]; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || return 1
        sleep 0.2
    done
}

# The first process in the namespaces, seen from outside.
init() { cat "/proc/$boot/task/$boot/children" 2>/dev/null; }

# Runs a command in the booted Debian.
inside() {
    nsenter --target "$(init | tr -d ' ')" --mount --pid --net --uts --ipc --cgroup \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

# Asks for the file of a host from outside, but in that network: fetch HOST [SCHEME]
fetch() {
    nsenter --target "$(init | tr -d ' ')" --net curl --silent --show-error --max-time 20 \
        --noproxy '*' --insecure --resolve "$1:443:127.0.0.1" --resolve "$1:80:127.0.0.1" \
        "${2:-https}://$1/.well-known/apple-app-site-association"
}

# Makes a package of a later version whose configuration is another one: later VERSION
later() {
    rm -rf "$place/later"
    dpkg-deb --raw-extract "$package" "$place/later"
    sed -i "s/^Version: .*/Version: $1/" "$place/later/DEBIAN/control"
    echo "# Of version $1." >>"$place/later/etc/aasa-origin/aasa-origin.yaml"
    dpkg-deb --root-owner-group --build "$place/later" "$debian/later.deb" >/dev/null
}

# Sends requests, one after the other, until a file is there; prints how many failed.
keep_asking() {
    failed=0
    sent=0
    while [ ! -e "$place/enough" ]; do
        sent=$((sent + 1))
        [ "$(fetch shop.example.com 2>/dev/null)" = "$document" ] || failed=$((failed + 1))
    done
    echo "$sent sent, $failed failed"
}

main_process() { inside systemctl show --property MainPID --value aasa-origin.service; }

upgrade() { inside dpkg --install --force-confold /later.deb; }

# Asks until a request is in the new log: until the signal arrives, they are in the old one.
logs_anew() {
    tries=0
    until inside test -s /var/log/aasa-origin/access.log; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || return 1
        fetch shop.example.com >/dev/null || return 1
        sleep 0.1
    done
}

look_at_build() {
    [ -n "$binary" ] || binary=$("$root/deploy/run.sh" --build-only)
    package=$("$root/deploy/deb/build.sh" --binary "$binary" --output "$place/first")
    expect "is the same, byte for byte, when it is built again" \
        same 'sha256sum <"$package"' \
        'sha256sum <"$("$root/deploy/deb/build.sh" --binary "$binary" --output "$place/second")"'
}

look_at_installation() {
    expect "is installed with its dependencies" \
        in_chroot apt-get install -y --no-install-recommends "/$(basename "$package")"
    expect "has its files as they were packed" same 'in_chroot dpkg --verify aasa-origin' ':'
    expect "has a user" in_chroot getent passwd aasa-origin
    expect "has directories of its user, and keys that others cannot read" same \
        'in_chroot stat -c "%a %U %G" /etc/aasa-origin/tls /var/log/aasa-origin' \
        'printf "750 root aasa-origin\n750 aasa-origin adm\n"'
    expect "has a configuration that is sound" in_chroot aasa-origin check
    expect "has the manual page of the program" same \
        'in_chroot zcat /usr/share/man/man1/aasa-origin.1.gz' 'in_chroot aasa-origin help --man'
    expect "has completions" in_chroot grep -q doctor \
        /usr/share/bash-completion/completions/aasa-origin \
        /usr/share/zsh/vendor-completions/_aasa-origin \
        /usr/share/fish/vendor_completions.d/aasa-origin.fish
    expect "has units that systemd verifies" in_chroot systemd-analyze verify --man=no \
        /usr/lib/systemd/system/aasa-origin.service /usr/lib/systemd/system/aasa-origin.socket
}

look_at_service() {
    boot_debian || { cat "$place/boot.log" >&2; fail "the minimal Debian does not boot"; }
    expect "does not start by itself" fails inside systemctl is-active aasa-origin.service
    expect "is started" inside systemctl enable --now aasa-origin.socket aasa-origin.service
    expect "says that it is ready" inside aasa-origin health --ready
    document=$(inside aasa-origin render shop.example.com)
    expect "serves the document" same 'fetch shop.example.com' 'echo "$document"'
    expect "refuses plain HTTP" same \
        'fetch shop.example.com http' "echo '{\"error\":\"https required\"}'"
    expect "runs as its user" same \
        'inside stat -c %U "/proc/$(main_process)"' 'echo aasa-origin'
    inside sed -i 's/hosts: \[shop.example.com\]/hosts: [shop.example.com, new.example.com]/' \
        /etc/aasa-origin/aasa-origin.yaml
    expect "loads a changed configuration" inside systemctl reload aasa-origin.service
    expect "says how that went" inside aasa-origin reload
    expect "serves the new host" same 'fetch new.example.com' 'echo "$document"'
    expect "rotates its log" inside logrotate --force /etc/logrotate.d/aasa-origin
    expect "writes on into a new log" logs_anew
}

look_at_upgrade() {
    before=$(main_process)
    inside cp /etc/aasa-origin/aasa-origin.yaml /var/tmp/changed.yaml
    later 1000.1
    keep_asking >"$place/asked" &
    asking=$!
    expect "is upgraded" upgrade
    expect "has the later version" same \
        'inside dpkg-query --show --showformat "\${Version}" aasa-origin' 'echo 1000.1'
    expect "keeps a configuration that was changed" inside \
        cmp /etc/aasa-origin/aasa-origin.yaml /var/tmp/changed.yaml
    expect "shows the one that it would have brought" inside \
        grep -q 'Of version 1000.1' /etc/aasa-origin/aasa-origin.yaml.dpkg-dist
    expect "runs the later program" fails same main_process 'echo "$before"'
    : >"$place/enough"
    wait $asking
    expect "lost no request meanwhile: $(cat "$place/asked")" \
        grep -q '^[1-9][0-9]* sent, 0 failed$' "$place/asked"
    inside sh -c 'echo "colour: red" >>/etc/aasa-origin/aasa-origin.yaml'
    before=$(main_process)
    later 1000.2
    upgrade >"$place/refused" 2>&1 || fail "the upgrade failed" "see $place/refused"
    expect "is not restarted when the configuration has errors" grep -q \
        'not restarted, since its configuration has errors' "$place/refused"
    expect "serves on with the old program" same main_process 'echo "$before"'
    expect "serves the document to the end" same 'fetch shop.example.com' 'echo "$document"'
}

look_at_removal() {
    inside sh -c ': >/etc/aasa-origin/tls/mine.pem'
    expect "is removed" inside dpkg --remove aasa-origin
    expect "has closed its ports" fails fetch shop.example.com
    expect "keeps log and state until it is purged" inside test -s \
        /var/log/aasa-origin/access.log -a -s /var/lib/aasa-origin/state.db
    expect "is purged" inside dpkg --purge aasa-origin
    expect "leaves nothing of its own" inside sh -c '
        for left in /var/log/aasa-origin /var/lib/aasa-origin /etc/logrotate.d/aasa-origin \
            /etc/aasa-origin/aasa-origin.yaml /usr/bin/aasa-origin \
            /etc/systemd/system/multi-user.target.wants/aasa-origin.service; do
            [ ! -e "$left" ] && [ ! -L "$left" ] || { echo "$left"; exit 1; }
        done'
    expect "leaves the keys of the operator" inside test -e /etc/aasa-origin/tls/mine.pem
}

rm -f "$place/enough"
look_at_build
make_debian
cp "$package" "$debian/"
look_at_installation
look_at_service
look_at_upgrade
look_at_removal
say "$count things looked at: $(basename "$package"), $(du -k "$package" | cut -f 1) KiB"
