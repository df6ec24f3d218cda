#!/bin/bash
# SPDX-License-Identifier: MIT
# The unit of systemd: how far it shuts the server in, and that the server lives under it.
#   unit.sh GROGNARD ROOT TEST...
# Each TEST is a program that is given a server, which runs under the unit's filter of system calls
# (confined.py).  Prints TAP.
set -u
grognard=$1 root=$2
shift 2
unit=$root/tools/grognard.service
scratch=$(mktemp -d)
count=0 failed=0
trap 'rm -rf "$scratch"' EXIT

claim() { # COMMAND... - DESCRIPTION (the last word)
  local words=("$@") text=${!#}
  count=$((count + 1))
  if "${words[@]:0:$#-1}"; then echo "ok $count - $text"
  else echo "not ok $count - $text"; failed=$((failed + 1)); fi
}

exposure() { # UNIT: ten times what systemd-analyze says, 0 (safe) to 100
  systemd-analyze security --offline=true "$1" | sed -n 's/.*exposure level.*: \([0-9]*\)\.\([0-9]\).*/\1\2/p'
}
is_shut_in() { local found; found=$(exposure "$unit"); echo "# exposure $found, 15 at most"; [ "$found" -le 15 ]; }
is_open() { [ "$(exposure "$1")" -gt 15 ]; }

claim grep -q '^MemoryMax=' "$unit" "the unit bounds the memory of the server"
if ! command -v systemd-analyze >/dev/null 2>&1; then
  count=$((count + 1))
  echo "ok $count - the unit # SKIP there is no systemd-analyze"
  echo "1..$count"
  exit $((failed > 0))
fi
claim is_shut_in "the unit shuts the server in"
sed '/^CapabilityBoundingSet/d' "$unit" >"$scratch/open.service"
claim is_open "$scratch/open.service" "one that forgets the capabilities does not pass"

printf '#!/bin/sh\nexec "%s" "%s" "%s" "$@"\n' "$root/tests/server/confined.py" "$unit" "$grognard" >"$scratch/confined"
chmod +x "$scratch/confined"
forbidden() { ! "$root/tests/server/confined.py" "$unit" /usr/bin/env chroot / true 2>/dev/null; }
claim forbidden "under it nothing changes its root"
lives() { # TEST: what it found wrong stands before the claim
  "$1" "$scratch/confined" >"$scratch/told" 2>&1 && return
  grep -A 2 '^not ok' "$scratch/told" | sed 's/^/# /'
  return 1
}
for test in "$@"; do claim lives "$test" "a server under it passes ${test##*/}"; done
echo "1..$count"
exit $((failed > 0))
