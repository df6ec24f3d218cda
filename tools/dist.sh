#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a release:   tools/dist.sh FOLDER
# In FOLDER: the tarball of the commit with the built page in it, its checksum, and its bill of
# materials.  The same commit gives the same bytes: names are sorted, and all times are the commit's.
set -eu
cd "$(dirname "$0")/.."
out=$1
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "Commit your changes first: a release is made of a commit." >&2
    exit 1
fi
[ -f build/static/licences.html ] || { echo "The page is not built: make static" >&2; exit 1; }
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
commit=$(git rev-parse --short=12 HEAD)
seconds=$(git log -1 --format=%ct)
time=$(date -u -d "@$seconds" +%Y-%m-%dT%H:%M:%SZ)
name=grognard-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git archive --prefix="$name/" HEAD | tar -x -C "$work"
echo "$commit" >"$work/$name/COMMIT"
cp -r build/static "$work/$name/page"
tools/sbom.py . "$version" "$commit" "$time" >"$work/$name.spdx.json"
cp "$work/$name.spdx.json" "$work/$name/SBOM.spdx.json"
mkdir -p "$out"
tar -C "$work" --sort=name --mtime="@$seconds" --owner=0 --group=0 --numeric-owner --mode=go-w \
    -cf - "$name" | xz -T1 -6 >"$work/$name.tar.xz"
mv "$work/$name.tar.xz" "$work/$name.spdx.json" "$out"
(cd "$out" && sha256sum "$name.tar.xz" "$name.spdx.json" >"$name.sha256")
echo "$out/$name.tar.xz"
