# SPDX-License-Identifier: MIT
# How a test in shell tells of a check, by TAP.  Read by the scripts beside it:
#   . "$(dirname "$0")/report.sh"
# shellcheck shell=sh disable=SC2034 # whoever reads it uses them
count=0
failed=0

report() { # report STATUS NAME [DETAIL]
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        failed=$((failed + 1))
        echo "not ok $count - $2"
        printf '%s\n' "${3-}" | head -n 20 | sed 's/^/#   /'
    fi
}

# The plan, which comes last, and whether all is well.
end_report() {
    echo "1..$count"
    [ $failed -eq 0 ]
}

# until_true TENTHS COMMAND...: tries again until it succeeds, so many tenths of a second at most.
until_true() {
    tries=$1
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$tries" -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.1
    done
}
