# Compiles modules of the package without its manager, for programs that need other flags.
# To be sourced after deploy/prepare.sh, with `root`, `work` (a directory) and `flags` set.

case $swift in
    */*) compiler=$(dirname -- "$swift")/swiftc ;;
    *) compiler=swiftc ;;
esac
flags="$flags -O -swift-version 6 -package-name aasa -parse-as-library -suppress-warnings
    -I $work -I $root/Sources/CYAML -I $root/Sources/CInotify -I $root/Sources/CMalloc
    -I $root/Sources/COpenSSL -I $root/Sources/CMicrohttpd -I $root/Sources/CLinux
    -I $root/Sources/CZlib -I $root/Sources/CSQLite
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility"
mkdir -p "$work"
outdated=

# Compiles modules in the order of their dependencies, from the first that changed: modules
# NAME...
modules() {
    for name in "$@"; do
        object=$work/$name.o
        if [ -z "$outdated" ] && [ -e "$object" ] &&
            [ -z "$(find "$root/Sources/$name" -newer "$object")" ]; then
            continue
        fi
        outdated=yes
        rm -f "$object"
        # shellcheck disable=SC2086,SC2046
        "$compiler" $flags -wmo -emit-module -emit-object -module-name "$name" \
            -emit-module-path "$work/$name.swiftmodule" -o "$object" \
            $(find "$root/Sources/$name" -name '*.swift' | sort)
    done
}

# Compiles and links a program with all modules: program NAME FILE...
program() {
    name=$1
    shift
    # The linker of the toolchain knows how to export what the sanitizers need.
    # shellcheck disable=SC2086
    "$compiler" $flags -use-ld=lld -module-name "$name" -o "$work/$name" "$@" "$work"/*.o -lyaml \
        -lssl -lcrypto -lmicrohttpd -lz -lsqlite3
}
