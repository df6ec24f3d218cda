#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs, for `meson install`, everything besides the program: manual pages and completions (made
# from the program's own help), the page, the server's systemd unit and the desktop entry.
#   tools/install.sh VERSION BINDIR      (meson sets the folders)
set -eu
version=$1 bin=$2
source=$MESON_SOURCE_ROOT prefix=$MESON_INSTALL_DESTDIR_PREFIX
share=$prefix/share
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

put() { # put FOLDER FILE...
    folder=$1
    shift
    install -d "$folder"
    install -m 644 "$@" "$folder"
}

"$source/tools/manuals.py" "$MESON_BUILD_ROOT/grognard" "$made" "$version"
put "$share/man/man1" "$made"/man1/*
put "$share/bash-completion/completions" "$made/bash/grognard"
put "$share/zsh/site-functions" "$made/zsh/_grognard"
put "$share/fish/vendor_completions.d" "$made/fish/grognard.fish"

put "$share/applications" "$source/packaging/grognard.desktop"
put "$share/metainfo" "$source/packaging/io.github.grognard.metainfo.xml"
put "$share/icons/hicolor/scalable/apps" "$source/web/icon.svg"
mv "$share/icons/hicolor/scalable/apps/icon.svg" "$share/icons/hicolor/scalable/apps/grognard.svg"

sed "s,/opt/grognard/grognard,$bin/grognard," "$source/tools/grognard.service" >"$made/grognard.service"
put "$prefix/lib/systemd/system" "$made/grognard.service"

# `make static` makes the page; a tarball of `make dist` brings it along.
for page in "$MESON_BUILD_ROOT/static" "$source/build/static" "$source/page"; do
    [ -f "$page/index.html" ] || continue
    rm -rf "$share/grognard/page"
    install -d "$share/grognard"
    cp -r "$page" "$share/grognard/page"
    find "$share/grognard/page" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
    exit 0
done
echo "The page is not installed, because it is not built: make static" >&2
