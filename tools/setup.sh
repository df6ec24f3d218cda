#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the missing packages to build (play), to make the page, to test, to run the long checks
# (deep), or to make Debian packages (deb):
#   tools/setup.sh play|page|test|deep|deb [--multilib]
# On Debian and its relatives it uses apt-get; on other systems it prints what to install.
# --multilib adds the 32-bit compiler for `make deep`.
set -eu
for_what=${1:-play}
multilib=${2:-}
missing=""

need() { # need PACKAGE TEST...: the test tells whether it is there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

can_compile() { # can_compile COMPILER FLAGS...
    printf 'int main(void) { return 0; }\n' | "$@" -x c - -o /dev/null
}

need gcc can_compile "${CC:-cc}"
case " $missing " in *" gcc "*) missing="$missing libc6-dev" ;; esac
need meson command -v meson
need ninja-build command -v ninja
need pkg-config command -v pkg-config
need libjansson-dev pkg-config --exists jansson
need libedit-dev pkg-config --exists libedit
need libwebsockets-dev pkg-config --exists libwebsockets
need libsodium-dev pkg-config --exists libsodium
need libcurl4-openssl-dev pkg-config --exists libcurl
need libsqlite3-dev pkg-config --exists sqlite3
need zlib1g-dev pkg-config --exists zlib
can_link_wasm() { # the compiler, its linker, its library and what it calls for long products
    printf 'unsigned long long f(unsigned long long a) { return (unsigned __int128)a * a >> 64; }\n' |
        clang --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--export=f -x c - -o /dev/null
}
if [ "$for_what" != play ]; then
    need nodejs command -v node
    need npm command -v npm
    need "clang lld wasi-libc libclang-rt-14-dev-wasm32" can_link_wasm
fi
has_mpi() { # the library, and the command that starts several of a program
    pkg-config --exists ompi-c && command -v mpirun
}
if [ "$for_what" = test ] || [ "$for_what" = deep ]; then
    need libcmocka-dev pkg-config --exists cmocka
    need libssl-dev pkg-config --exists openssl
    need openssl command -v openssl
    need curl command -v curl
    need chromium-headless-shell command -v chromium-headless-shell
    need jq command -v jq
    need sqlite3 command -v sqlite3
    need python3 command -v python3
    need iproute2 command -v ip
    need nginx-light command -v nginx
    need systemd command -v systemd-analyze
    need clang-format command -v clang-format
    need "libopenmpi-dev openmpi-bin" has_mpi
fi
if [ "$for_what" = deep ]; then
    need clang can_compile clang -fsanitize=fuzzer-no-link
    need valgrind command -v valgrind
    [ "$multilib" = --multilib ] && need gcc-multilib can_compile gcc -m32
fi

if [ "$for_what" = deep ] || [ "$for_what" = deb ]; then
    need debhelper command -v dh
    need dpkg-dev command -v dpkg-buildpackage
    need lintian command -v lintian
    need mmdebstrap command -v mmdebstrap
fi

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "Please install (by the names Debian has for them):$missing" >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root="env"
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo env" # sudo asks at the terminal; env, because it drops what was exported
else
    echo "Please install as root: apt-get install$missing" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
root_apt() { # what it says is only worth reading when it fails
    # shellcheck disable=SC2086 # two words
    $as_root DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >"$log" 2>&1
}
install() {
    # shellcheck disable=SC2086 # a list of packages, one word each
    root_apt install -y --no-install-recommends $missing
}

echo "Installing$missing" >&2
# A fresh machine has no lists yet, and those of an old one may name what is gone.
install || { root_apt update && install; } || {
    cat "$log" >&2
    echo "That failed.  Please install as root: apt-get install$missing" >&2
    exit 1
}
