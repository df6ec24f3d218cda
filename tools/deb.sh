#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the Debian packages of the release that tools/dist.sh has made:   tools/deb.sh DIST FOLDER
# Needs debhelper, dpkg-dev and the packages in debian/control.
set -eu
dist=$(readlink -f "$1")
mkdir -p "$2"
out=$(readlink -f "$2")
tarball=$(ls -t "$dist"/grognard-*.tar.xz | head -n 1)
name=$(basename "$tarball" .tar.xz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xf "$tarball"
(cd "$work/$name" && dpkg-buildpackage --build=binary --no-sign >"$out/build.log" 2>&1) || {
    tail -n 40 "$out/build.log" >&2
    exit 1
}
mv "$work"/*.deb "$out"
ls "$out"/*.deb
