#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws every die of a finished game again, by docs/dice.md alone: no rules, none of our code.

    dice.py RECORD...      exit code 1, and the first die that differs, if one does
"""
import hashlib
import sys


def commitment(secret, game):
    text = b"grognard secret 1\n" + game.encode() + b"\n" + secret
    return hashlib.blake2b(text, digest_size=32).hexdigest()


def face(secret, game, blue, red, number, sides):
    even = 2**32 // sides * sides
    for block in range(100):
        text = f"grognard die 1\n{game}\n{blue}\n{red}\n{number}\n{block}\n"
        digest = hashlib.blake2b(text.encode(), key=secret, digest_size=64).digest()
        for at in range(0, 64, 4):
            word = int.from_bytes(digest[at:at + 4], "little")
            if word < even:
                return 1 + word % sides
    raise ValueError("a hundred blocks without a face")


def read(text):
    """What the server says of the game, the sides of its dice, and the faces that it rolled."""
    told, sides, faces = {"contribution blue": "", "contribution red": ""}, [], []
    told["restored-commitment"], told["restored-secret"] = [], []
    for line in text.split("\n"):
        words = line.split(" ")
        if words[0] == "server" and words[1] == "sides":
            for word in words[2:]:
                of, _, count = word.partition("*")
                sides += [int(of)] * int(count or 1)
        elif words[0] == "server" and words[1] == "contribution":
            told["contribution " + words[2]] = line.split(" ", 3)[3]
        elif words[0] == "server" and words[1].startswith("restored-"):
            told[words[1]].append(words[2:])
        elif words[0] == "server":
            told[words[1]] = line.split(" ", 2)[2]
        elif words[0].isdigit():
            rolled = line.rpartition("#")[0].rpartition(":")[2]
            faces += [int(one) for one in rolled.split()]
    return told, sides, faces


def seal(secret, text, digits):
    rest = text.replace("server seal " + digits, "server seal ", 1)
    return hashlib.blake2b(b"grognard record 1\n" + rest.encode(), key=secret,
                           digest_size=32).hexdigest()


def prove(name):
    with open(name, encoding="utf-8", newline="") as record:
        text = record.read().replace("\r\n", "\n")
    told, sides, faces = read(text)
    secret = bytes.fromhex(told["secret"])
    if commitment(secret, told["game"]) != told["commitment"]:
        return "the secret is not the one that was promised"
    secrets = [(1, secret)]
    if len(told["restored-secret"]) != len(told["restored-commitment"]):
        return "a promise after a restore has no secret"
    for (since, later), (promise,) in zip(told["restored-secret"], told["restored-commitment"]):
        secrets.append((int(since), bytes.fromhex(later)))
        if commitment(secrets[-1][1], told["game"]) != promise:
            return f"the secret from die {since} on is not the one that was promised"
    if len(sides) != len(faces):
        return f"there are {len(faces)} dice, and the sides of {len(sides)}"
    for i, (of, shown) in enumerate(zip(sides, faces)):
        key = [later for since, later in secrets if since <= i + 1][-1]
        drawn = face(key, told["game"], told["contribution blue"], told["contribution red"],
                     i + 1, of)
        if drawn != shown:
            return f"die {i + 1} shows {shown} and should show {drawn} (of {of} sides)"
    if seal(secret, text, told["seal"]) != told["seal"]:
        return "the seal does not fit"
    print(f"{name}: {len(faces)} dice of {sorted(set(sides))} sides")
    return None


if __name__ == "__main__":
    for name in sys.argv[1:]:
        trouble = prove(name)
        if trouble is not None:
            sys.exit(f"{name}: {trouble}")
