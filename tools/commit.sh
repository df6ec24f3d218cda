#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the commit of the sources, as `grognard --version` shows it:   tools/commit.sh ROOT
# A tarball has no git; `make dist` writes the commit into its file COMMIT.
cd "$1" || exit 1
if [ -f COMMIT ]; then
    commit=$(cat COMMIT)
elif [ -e .git ]; then
    commit=$(git rev-parse --short=12 HEAD 2>/dev/null)
fi
[ -z "${commit:-}" ] || printf ', commit %s\n' "$commit"
