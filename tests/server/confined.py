#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""confined.py - runs a program under the restrictions of tools/grognard.service that bind a process
alone, so that no running systemd is needed:   confined.py UNIT PROGRAM [WORD]...

SystemCallFilter and SystemCallErrorNumber, MemoryDenyWriteExecute, RestrictAddressFamilies, NoNewPrivileges
and CapabilityBoundingSet.  The sets of system calls are those of `systemd-analyze syscall-filter`.
"""
import ctypes
import errno
import os
import socket
import subprocess
import sys

PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, CAPABILITIES = 24, 38, 41
ALLOW, EQUAL, MASKED = 0x7FFF0000, 4, 7  # SCMP_ACT_ALLOW, SCMP_CMP_EQ, SCMP_CMP_MASKED_EQ
PROT_WRITE, PROT_EXEC = 2, 4


class Compare(ctypes.Structure):  # struct scmp_arg_cmp
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64),
                ("b", ctypes.c_uint64)]


def settings(unit):
    """What each word of the unit says, in order; an empty value forgets what was said before."""
    said = {}
    with open(unit, encoding="utf-8") as lines:
        for line in lines.read().replace("\\\n", " ").splitlines():
            word, found, value = line.partition("=")
            if found and not line.startswith("#"):
                said.setdefault(word, []).append(value.strip())
    return said


def calls_of(name):
    """The system calls of a set, the sets in it included."""
    if not name.startswith("@"):
        return {name}
    told = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True,
                          capture_output=True, text=True).stdout
    found = set()
    for line in told.splitlines()[1:]:
        if line.strip() and not line.strip().startswith("#"):
            found |= calls_of(line.strip())
    return found


def allowed(unit):
    """The default set is always allowed; then line by line, as systemd does it."""
    calls = calls_of("@default")
    for line in unit["SystemCallFilter"]:
        for name in line.lstrip("~").split():
            calls = calls - calls_of(name) if line.startswith("~") else calls | calls_of(name)
    return calls


def restrict(unit):
    lib = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    lib.seccomp_init.restype = ctypes.c_void_p
    refuse = 0x00050000 | getattr(errno, unit["SystemCallErrorNumber"][-1])
    context = ctypes.c_void_p(lib.seccomp_init(ctypes.c_uint32(refuse)))

    def allow(name, *compares):
        number = lib.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # this machine has it
            rules = (Compare * len(compares))(*compares)
            assert lib.seccomp_rule_add_array(context, ALLOW, number, len(compares), rules) == 0, name

    families = [getattr(socket, name) for name in unit["RestrictAddressFamilies"][-1].split()]
    protects = unit["MemoryDenyWriteExecute"] == ["yes"]
    for name in sorted(allowed(unit)):
        if name == "socket":
            for family in families:
                allow(name, Compare(0, EQUAL, family, 0))
        elif name == "mmap" and protects:
            for one in (PROT_WRITE, PROT_EXEC):
                allow(name, Compare(2, MASKED, one, 0))
        elif name in ("mprotect", "pkey_mprotect") and protects:
            allow(name, Compare(2, MASKED, PROT_EXEC, 0))
        else:
            allow(name)
    prctl = ctypes.CDLL(None).prctl
    if unit["CapabilityBoundingSet"] == [""] and os.geteuid() == 0:
        for capability in range(CAPABILITIES):
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    assert unit["NoNewPrivileges"] == ["yes"] and prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    return lib, context


def main():
    lib, context = restrict(settings(sys.argv[1]))
    program = sys.argv[2:]
    assert lib.seccomp_load(context) == 0
    os.execv(program[0], program)


main()
