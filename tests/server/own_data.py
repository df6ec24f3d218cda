#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""own_data.py - what a server has of somebody: given to him whole, and deleted whole:
    own_data.py GROGNARD

The zip is opened by Python's own reader, the records by `grognard replay`.  Prints TAP.
"""
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

done = failed = 0
NOTE, WORDS, SHOUT = "swing-left-at-dusk", "well-met-tonight", "mind-the-marsh"
LONG = "and-another-thing"
OTHERS = "and-well-met-to-you"
TALK, TALK_BYTES, ZIP_BYTES = 30_000, 480, 16 << 20


def claim(holds, words):
    global done, failed
    done += 1
    failed += not holds
    print(f"{'ok' if holds else 'not ok'} {done} - {words}", flush=True)
    return holds


class Server:
    def __init__(self, grognard, folder):
        self.grognard, self.store = grognard, os.path.join(folder, "store.sqlite")
        self.process = self.port = None

    def start(self):
        self.process = subprocess.Popen(
            [self.grognard, "serve", "--port", "0", "--store", f"sqlite:{self.store}", "--static",
             os.path.dirname(self.store), "--rate", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))

    def stop(self):
        self.process.terminate()
        self.process.communicate()


class Person:
    def __init__(self, server, name=None):
        self.server, self.name, self.cookie = server, name, None
        if name is not None:
            self.call("POST", "/api/accounts", {"name": name, "password": "correct horse"})

    def raw(self, path, body=None, token=None, method=None):
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", data, headers,
                                         method=method)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            if cookie.startswith("grognard="):
                self.cookie = cookie.split(";")[0]
        return answer.status, answer.headers, answer.read()

    def call(self, method, path, body=None, token=None):
        status, _, text = self.raw(path, body, token, method)
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode(errors="replace")

    def play(self, game, orders):
        """So many orders against the computer, or until the game is over."""
        while orders > 0:
            _, state = self.call("GET", f"/api/games/{game}")
            if state["status"] == "over":
                return
            if state["you"] not in state["turn"]["deciding"]:
                time.sleep(0.02)
                continue
            offers = subprocess.run([self.server.grognard, "legal", "-"], input=state["position"],
                                    capture_output=True, text=True, check=True).stdout.split("\n")
            self.call("POST", f"/api/games/{game}/action",
                      {"action": offers[orders * 7 % (len(offers) - 1)], "ply": state["ply"]})
            orders -= 1


def new_game(person, seats):
    return person.call("POST", "/api/games", {"game": "squares", "scenario": "sq-tiny",
                                              "seats": seats})[1]


def read_zip(person):
    status, headers, body = person.raw("/api/me/export")
    if status != 200 or headers["Content-Type"] != "application/zip":
        print(f"# {status} {headers['Content-Type']} {body[:200]}")
        return None
    return zipfile.ZipFile(io.BytesIO(body))


def once(members):
    """For json.loads(): no name stands twice."""
    assert len({name for name, _ in members}) == len(members), [name for name, _ in members]
    return dict(members)


def says(server, *words):
    """Those of the words that stand anywhere in the files of the store."""
    found = set()
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(server.store + ending):
            with open(server.store + ending, "rb") as file:
                whole = file.read()
            found |= {word for word in words if word.encode() in whole}
    return found


def main():
    grognard = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        server = Server(grognard, folder)
        server.start()
        anna, bob = Person(server, "Anna"), Person(server, "Bob")
        whole = Person(server, "Cleo")
        anna.call("POST", "/api/me/page", {"theme": "dark"})

        # A game against the computer that goes on, one that waits, one against Bob, one to watch.
        alone = new_game(anna, {"red": "greedy"})
        anna.call("POST", f"/api/games/{alone['id']}/sit", {"side": "blue"},
                  alone["seats"]["blue"]["invitation"])
        anna.play(alone["id"], 12)
        waiting = new_game(anna, {})
        anna.call("POST", f"/api/games/{waiting['id']}/sit", {"side": "red"},
                  waiting["seats"]["red"]["invitation"])
        both = new_game(anna, {})
        for who, side in ((anna, "blue"), (bob, "red")):
            who.call("POST", f"/api/games/{both['id']}/sit", {},
                     both["seats"][side]["invitation"])
        watched = new_game(bob, {"blue": "greedy", "red": "greedy"})
        for who, game, words in ((anna, both, WORDS), (bob, both, OTHERS), (anna, watched, SHOUT)):
            who.call("POST", f"/api/games/{game['id']}/chat", {"text": words})
        anna.call("POST", f"/api/games/{both['id']}/note", {"text": "draft " + NOTE})
        anna.call("POST", f"/api/games/{both['id']}/note", {"text": NOTE})
        bob.call("POST", f"/api/games/{both['id']}/note", {"text": "the other side's"})
        guest = new_game(bob, {})
        sat = bob.call("POST", f"/api/games/{guest['id']}/sit", {"side": "blue"},
                       guest["seats"]["blue"]["invitation"])

        status, refused = Person(server).call("GET", "/api/me/export")
        claim(status == 401 and refused["error"] == "session", "without a session nothing is given")
        zipped = read_zip(anna)
        if not claim(zipped is not None and zipped.testzip() is None, "a zip is, which is whole"):
            return
        names = set(zipped.namelist())
        mine = {f"games/{alone['id']}-blue", f"games/{waiting['id']}-red",
                f"games/{both['id']}-blue"}
        claim({name[:-5] for name in names if name.startswith("games/") and name.endswith(".json")}
              == mine, "it has each game of one's own and no other")
        account = json.loads(zipped.read("account.json"), object_pairs_hook=once)
        claim(account["name"] == "Anna" and account["page"] == {"theme": "dark"}
              and len(account["sessions"]) == 1 and "correct" not in str(account),
              "it has the account, its settings and its sessions")
        said = json.loads(zipped.read("said.json"))
        claim({line["text"] for line in said} == {WORDS, SHOUT}
              and {line["room"] for line in said} == {"players", "watchers"},
              "it has what one has said, also as a watcher, and nobody else's words")
        pair = json.loads(zipped.read(f"games/{both['id']}-blue.json"), object_pairs_hook=once)
        claim(pair["note"] == NOTE and pair["red"] == "Bob" and pair["status"] == "playing",
              "it has one's notes on a game, and how the game stands")
        late = json.loads(zipped.read(f"games/{waiting['id']}-red.json"))
        claim(late["record"] is None and "not begun" in late["why"], "what is not there is said")
        record = json.loads(zipped.read(f"games/{alone['id']}-blue.json"))["record"]
        path = os.path.join(folder, "one.grog")
        with open(path, "wb") as file:
            file.write(zipped.read(record))
        replayed = subprocess.run([grognard, "replay", path], capture_output=True, text=True,
                                  check=False)
        claim(replayed.returncode == 0, "its records replay")
        _, _, own = anna.raw(f"/api/games/{alone['id']}/record")
        claim(zipped.read(record) == own, "and are what the page saves")
        empty = read_zip(whole)
        claim(empty is not None and sorted(empty.namelist()) == ["account.json", "said.json"]
              and json.loads(empty.read("said.json")) == [], "who has nothing gets that")

        more = [anna.call("GET", "/api/me/export")[0] for _ in range(4)]
        claim(more == [200, 200, 429, 429], "three times in an hour")

        server.stop()
        with sqlite3.connect(server.store) as db:  # a long talk, so that whole pages become free
            db.executemany("INSERT INTO lines SELECT game, number + ?, room, side, at, name, ?, account"
                           " FROM lines WHERE text = ?",
                           [(i, f"{LONG} {i} " + "x" * 400, WORDS) for i in range(10, 200)])
        claim(says(server, NOTE, WORDS, SHOUT, LONG) == {NOTE, WORDS, SHOUT, LONG},
              "the words stand in the store before")
        server.start()
        claim(anna.call("POST", "/api/me/delete", {"password": "correct horse"})[0] == 200,
              "the account is deleted")
        token = bob.call("GET", f"/api/games/{both['id']}/chat")[1]
        claim(WORDS not in str(token) and OTHERS in str(token),
              "its lines are gone from the chat, and nobody else's")
        claim(SHOUT not in str(bob.call("GET", f"/api/games/{watched['id']}/chat")[1]),
              "also where it watched")
        bob.call("POST", f"/api/games/{both['id']}/chat", {"text": "still there?"})
        claim(bob.call("GET", f"/api/games/{both['id']}/note")[1].get("text")
              == "the other side's", "the other side's notes stay")
        time.sleep(0.5)
        server.stop()
        claim(says(server, NOTE, WORDS, SHOUT, LONG) == set(),
              "nothing of notes and words stands in the files any more")
        with sqlite3.connect(server.store) as db:
            left = [row[0] for table, column in (("accounts", "name"), ("lines", "name"))
                    for row in db.execute(f"SELECT {column} FROM {table}") if row[0] == "Anna"]
        claim(left == [], "nor its name among the accounts and what was said")
        server.start()
        claim(bob.call("GET", f"/api/games/{both['id']}")[1]["seats"]["blue"] is not None
              and bob.raw(f"/api/games/{both['id']}/record")[0] == 200
              and sat[0] == 200, "the games stay, for those who played them with it")
        server.stop()

        with sqlite3.connect(server.store) as db:
            db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                       " INSERT INTO lines (game, number, room, side, at, name, text, account)"
                       " SELECT ?, 1000 + i, 1, 2, 0, 'Cleo', printf('%d %.*c', i, ?, 'y'), id"
                       " FROM n, accounts WHERE accounts.name = 'Cleo'",
                       (TALK, watched["id"], TALK_BYTES))
        server.start()
        long = read_zip(whole)
        talks = sorted(name for name in long.namelist() if name.startswith("said"))
        numbers = {int(line["text"].split()[0]) for name in talks
                   for line in json.loads(long.read(name))}
        claim(numbers == set(range(1, TALK + 1)) and max(len(long.read(name)) for name in talks)
              < 2 << 20 and json.loads(long.read("account.json"))["whole"] is True,
              f"who has said more than a zip holds gets all of it, in {len(talks)} files")
        server.stop()
        with sqlite3.connect(server.store) as db:  # what can hardly be packed
            db.execute("UPDATE lines SET text = hex(randomblob(450)) WHERE name = 'Cleo'")
        server.start()
        bytes_of_it = whole.raw("/api/me/export")[2]
        long = zipfile.ZipFile(io.BytesIO(bytes_of_it))
        claim(len(bytes_of_it) <= ZIP_BYTES and json.loads(long.read("account.json"))["whole"] is False
              and 0 < len(json.loads(long.read("said.json"))) < TALK,
              f"beyond {ZIP_BYTES >> 20} MiB she gets what fits, and is told so")
        server.stop()


main()
print(f"1..{done}")
sys.exit(failed != 0)
