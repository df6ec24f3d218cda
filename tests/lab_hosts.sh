#!/bin/sh
# SPDX-License-Identifier: MIT
# A run on three hosts: network namespaces with a name, processes and an address of their own, joined by
# a switch in a fourth.  What is cut off or dies loses its own games only, and the files are the same
# bytes.   tests/lab_hosts.sh GROGNARD       (TAP)
# Nothing outside the four namespaces is touched, and their names are this process's own.
case $1 in
/*) grognard=$1 ;;
*) grognard=$PWD/$1 ;;
esac
. "$(dirname "$0")/report.sh"

skip() { # skip WHY
    echo "1..0 # SKIP $1"
    exit 0
}
command -v mpirun >/dev/null 2>&1 || skip "there is no mpirun"
command -v ip >/dev/null 2>&1 || skip "there is no ip (iproute2)"
[ "$(id -u)" -eq 0 ] || skip "only root makes network namespaces"

work=$(mktemp -d) || exit 2
net=grog$$

pull_down() {
    for place in 1 2 3 switch; do
        ip netns pids $net-$place 2>/dev/null | xargs -r kill -9 2>/dev/null
        ip netns del $net-$place 2>/dev/null
    done
    rm -rf "$work"
}
trap pull_down EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 2

build_up() {
    ip netns add $net-switch && ip -n $net-switch link add bridge type bridge &&
        ip -n $net-switch link set bridge up || return 1
    for host in 1 2 3; do
        mkdir tmp$host
        ip netns add $net-$host && ip -n $net-$host link set lo up &&
            ip -n $net-$host link add wire type veth peer name port$host netns $net-switch &&
            ip -n $net-$host address add 10.77.0.$host/24 dev wire &&
            ip -n $net-$host link set wire up &&
            ip -n $net-switch link set port$host master bridge up || return 1
    done
    ./on_host 1 true
}

# on_host N COMMAND...: there, as if it were a machine.
cat >on_host <<END
#!/bin/sh
host=\$1
shift
export TMPDIR="$work/tmp\$host"
exec ip netns exec $net-\$host unshare --uts --pid --fork --kill-child --mount-proc \\
    sh -c 'hostname "\$0" && exec "\$@"' host\$host "\$@"
END
# What mpirun calls instead of ssh: ADDRESS COMMAND
cat >agent <<END
#!/bin/sh
host=\${1##*.}
shift
exec "$work/on_host" \$host sh -c "\$*"
END
# A rank: says where it is.
cat >rank <<'END'
#!/bin/sh
hostname >"$1.$OMPI_COMM_WORLD_RANK"
shift
exec "$@"
END
chmod +x on_host agent rank
build_up >built 2>&1 || skip "this machine does not allow it: $(head -n 1 built)"

# Tests may run in a container, on fewer processors than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

game="squares sq-villages --games 60 --seed 7 --threads 1"

# on_hosts RANKS OUT: a rank on each of the first hosts
on_hosts() {
    # shellcheck disable=SC2086 # several words
    timeout -k 5 240 ./on_host 1 mpirun --enable-recovery -n "$1" \
        --host "$(echo 10.77.0.1,10.77.0.2,10.77.0.3 | cut -d, -f1-"$1")" \
        --mca plm_rsh_agent "$work/agent" --mca btl self,tcp \
        --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 \
        ./rank "$2" "$grognard" lab run $game --out "$2" >said 2>err </dev/null
}

same() { diff -rq long "$1"; }
has_games() { [ "$(wc -l <"$1/games.jsonl")" -ge 3 ]; }
rank_0_ended() { ! ip netns pids $net-1 | xargs -r ps -o comm= -p | grep -q '^grognard$'; }
same_or_ended() { same "$1" || rank_0_ended; }
is_empty() { [ -z "$(ip netns pids $net-"$1")" ]; }
kill_all_on() { # some are gone before their turn comes
    ip netns pids $net-"$1" | xargs -r kill -9 2>/dev/null
    until_true 300 is_empty "$1"
}

# begin OUT: a run that is under way: some games are written and some are not.  On a machine that does
# many other things it may have ended before that is seen: then once more.
begin() {
    for attempt in 1 2 3 4 5; do
        rm -rf "$1"
        on_hosts 3 "$1" &
        run=$!
        until_true 3000 has_games "$1"
        before=$(wc -l <"$1/games.jsonl")
        [ "$before" -lt 60 ] && return 0
        end_all
    done
    return 1
}

# Whether mpirun waits for what it cannot reach is its own affair, so it is not waited for.
end_all() {
    for host in 1 2 3; do kill_all_on "$host"; done
    wait $run
}

# disturb OUT COMMAND...: a run, and what happens to it
disturb() {
    out=$1
    shift
    begin "$out"
    report $? "$out: a run under way" "attempt $attempt: $before games"
    "$@" >/dev/null 2>&1
    report $? "   after $before of 60 games" "$(cat err)"
    until_true 3000 same_or_ended "$out"
    end_all
}
cut_wire() { ip -n $net-switch link set port3 down; }

# shellcheck disable=SC2086 # several words
"$grognard" lab run $game --out long >/dev/null 2>&1
report $? "a run without ranks"
on_hosts 3 three
report $? "the same on three hosts" "$(cat err)"
test "$(cat three.0 three.1 three.2 | tr '\n' ' ')" = "host1 host2 host3 "
report $? "   with a rank on each" "$(cat three.?)"
said=$(same three 2>&1)
report $? "   is the same, byte for byte" "$said"

# mpirun may end the others when it sees that a host is gone.
disturb a-host-dies kill_all_on 3
test "$(grep -c '^{"game":.*}$' a-host-dies/games.jsonl)" -ge "$before"
report $? "   nothing is lost that was written" "$(wc -l a-host-dies/games.jsonl)"
on_hosts 2 a-host-dies
report $? "   the same command on two hosts" "$(cat err)"
said=$(same a-host-dies 2>&1)
report $? "   comes to the same end, byte for byte" "$said"

# The last, because a wire that is put back carries nothing for a while;
# mpirun does not see it, and the others play what the third had under way.
disturb a-wire-is-cut cut_wire
said=$(same a-wire-is-cut 2>&1)
report $? "   the others go on to the same end, byte for byte" "$said $(tail -n 5 err)"

end_report
