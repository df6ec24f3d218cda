#!/bin/sh
# Installs what is missing to build (play), to test, or to run the long checks (deep):
#   tools/setup.sh play|test|deep [--multilib]
# On Debian and its kin through apt-get, and only what is missing; elsewhere it names what to
# install.  --multilib adds the 32-bit compiler for `make deep`.
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
need libedit-dev pkg-config --exists libedit
if [ "$for_what" != play ]; then
    need libcmocka-dev pkg-config --exists cmocka
fi
if [ "$for_what" = deep ]; then
    need clang can_compile clang -fsanitize=fuzzer-no-link
    need valgrind command -v valgrind
    [ "$multilib" = --multilib ] && need gcc-multilib can_compile gcc -m32
fi

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "Please install (by the names Debian has for them):$missing" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Please install as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of packages, one word each
if ! $as_root apt-get install -y -q --no-install-recommends $missing >/dev/null 2>&1; then
    $as_root apt-get update -q >&2
    $as_root apt-get install -y -q --no-install-recommends $missing >&2
fi
