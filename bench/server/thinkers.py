#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How soon a person's computer player answers beside games that somebody else has set up.

    bench/server/thinkers.py GROGNARD [GAMES [PLAYER]]

Starts a server of its own with the default limits.  Times how long a person waits for the first decisions
of PLAYER (guard), first alone and then beside GAMES (60) battles of borodino between two marshals, which
one address has made: first with nobody looking, then with all of them watched from that address.
"""
import http.client, json, os, re, statistics, subprocess, sys, tempfile, time

FOREIGNER, PERSON = "192.0.2.1", "198.51.100.1"
TIMES, PATIENCE = 7, 90


def ask(port, address, method, path, body=None, token=None):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    if token:
        headers["Authorization"] = "Bearer " + token
    line.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = json.loads(line.getresponse().read())
    line.close()
    return answer


def decision(port, player):
    """Seconds from sitting down to the first decision of the player: it deploys first."""
    made = ask(port, PERSON, "POST", "/api/games", {"game": "lucky", "scenario": "outpost",
                                                    "seats": {"blue": player, "red": "link"}})
    invitation = made["seats"]["red"]["invitation"]
    begun = time.monotonic()
    token = ask(port, PERSON, "POST", f"/api/games/{made['id']}/sit", {}, invitation)["token"]
    while time.monotonic() - begun < PATIENCE:
        state = ask(port, PERSON, "GET", f"/api/games/{made['id']}", token=token)
        if "red" in state.get("turn", {}).get("deciding", []) or state.get("ply", 0) > 1:
            ask(port, PERSON, "POST", f"/api/games/{made['id']}/resign", {}, token)
            return time.monotonic() - begun
        time.sleep(0.01)
    return float("inf")


def tell(port, player, what):
    times = [decision(port, player) for _ in range(TIMES)]
    print(f"{what}: {statistics.median(times):.2f} s (median of {TIMES}; {min(times):.2f} to {max(times):.2f})",
          flush=True)
    return statistics.median(times)


def watch(port, name):
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("GET", f"/api/games/{name}/stream", headers={"X-Forwarded-For": FOREIGNER})
    return line, line.getresponse()


def main():
    binary = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    player = sys.argv[3] if len(sys.argv) > 3 else "guard"
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/pages")
        server = subprocess.Popen(
            [binary, "serve", "--host", "127.0.0.1", "--port", "0", "--behind-proxy",
             "--store", f"sqlite:{folder}/games.db", "--static", f"{folder}/pages"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(re.search(r"localhost:(\d+)", server.stdout.readline()).group(1))
            quiet = tell(port, player, "quiet")
            made = [ask(port, FOREIGNER, "POST", "/api/games",
                        {"game": "lucky", "scenario": "borodino",
                         "seats": {"blue": "marshal", "red": "marshal"}}) for _ in range(games)]
            beside = tell(port, player, f"beside {games} games that nobody watches")
            lines = [watch(port, game["id"]) for game in made if "id" in game]
            watched = tell(port, player, f"beside {len(lines)} that are watched")
            print(f"times the quiet one: {beside / quiet:.1f}, {watched / quiet:.1f}")
        finally:
            server.terminate()
            server.wait()


main()
