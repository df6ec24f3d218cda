#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An hour of visitors who come and go, and what the server's memory does meanwhile.

    bench/server/visitors.py GROGNARD [SECONDS [VISITORS-A-SECOND]]

Starts a server of its own.  Visitors of five kinds arrive at a steady rate and stay half a second to six:
silent lines, WebSockets that never say who they are, watchers by WebSocket, watchers by server-sent
events, and askers of the log who hang up before they have read it.  Every tenth second somebody creates a
game of two computers.  Prints a line a minute: how many came, how many are there, resident and private
memory, open files.  The last line compares the memory after a sixth of the time with that at the end.
"""
import asyncio, base64, json, os, random, re, subprocess, sys, tempfile, time

random.seed(1805)
KINDS = ("silent", "unnamed", "watcher", "events", "hasty")


def resident(pid):
    with open(f"/proc/{pid}/statm") as f:
        _, pages, shared, *_ = (int(word) for word in f.read().split())
    return pages * 4, (pages - shared) * 4


class Visitors:
    def __init__(self, port):
        self.port, self.games, self.came, self.there, self.refused = port, [], 0, 0, 0

    async def request(self, head, body=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(head.encode() + b"\r\nHost: localhost\r\n" + body)
        await writer.drain()
        return reader, writer

    async def create(self):
        body = json.dumps({"game": "squares", "scenario": "sq-tiny",
                           "seats": {"blue": "random", "red": "random"}})
        head = (f"POST /api/games HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}")
        reader, writer = await self.request(head, b"\r\n" + body.encode())
        answer = (await asyncio.wait_for(reader.read(65536), 30)).decode()
        writer.close()
        found = re.search(r'"id":"(\w+)"', answer)
        assert found, answer
        self.games = (self.games + [found[1]])[-20:]

    async def visit(self, kind):
        self.came += 1
        self.there += 1
        try:
            reader, writer = await self.open(kind, random.choice(self.games))
            first = b""
            try:
                if kind != "silent":
                    first = await asyncio.wait_for(reader.read(4096), 20)
                await asyncio.sleep(random.uniform(0.5, 6))
            finally:
                writer.transport.abort() if random.random() < 0.3 else writer.close()
            if kind != "silent" and not re.match(rb"HTTP/1.1 (101|200)", first):
                self.refused += 1
        except (OSError, asyncio.TimeoutError):
            self.refused += 1
        finally:
            self.there -= 1

    async def open(self, kind, game):
        stream = f"GET /api/games/{game}/stream"
        if kind == "silent":
            return await asyncio.open_connection("127.0.0.1", self.port)
        if kind == "events":
            return await self.request(f"{stream}?since=0 HTTP/1.1\r\nAccept: text/event-stream", b"\r\n")
        if kind == "hasty":
            return await self.request(f"GET /api/games/{game}/log?since=0 HTTP/1.1", b"\r\n")
        key = base64.b64encode(random.randbytes(16)).decode()
        reader, writer = await self.request(
            f"{stream} HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}", b"\r\n")
        if kind == "watcher":
            said = b'{"do":"hello","since":0}'
            writer.write(bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said)
        return reader, writer


async def stay(port, pid, seconds, rate):
    visitors, begun, tasks = Visitors(port), time.monotonic(), set()
    early, minute, created = None, 0, 0
    while (now := time.monotonic() - begun) < seconds:
        if now >= created:
            await visitors.create()
            created += 10
        if now >= minute:
            whole, private = resident(pid)
            files = len(os.listdir(f"/proc/{pid}/fd"))
            print(json.dumps({"s": round(now), "came": visitors.came, "there": visitors.there,
                              "refused": visitors.refused, "resident_kib": whole,
                              "private_kib": private, "files": files}), flush=True)
            early = private if early is None or now < seconds / 6 else early
            minute += 60
        task = asyncio.create_task(visitors.visit(KINDS[visitors.came % len(KINDS)]))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*tasks)
    await asyncio.sleep(12)
    private, files = resident(pid)[1], len(os.listdir(f"/proc/{pid}/fd"))
    print(json.dumps({"came": visitors.came, "refused": visitors.refused, "early_kib": early,
                      "end_kib": private, "files": files}))


def main():
    grognard = os.path.abspath(sys.argv[1])
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 3600
    rate = float(sys.argv[3]) if len(sys.argv) > 3 else 20
    with tempfile.TemporaryDirectory(prefix="grognard-visitors-") as folder:
        os.mkdir(f"{folder}/pages")
        server = subprocess.Popen(
            [grognard, "serve", "--host", "127.0.0.1", "--port", "0", "--store", f"sqlite:{folder}/games.db",
             "--static", f"{folder}/pages", "--rate", "0", "--creations", "0", "--per-address", "1000",
             "--for-tests", "--seed", "1805"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(re.search(r"localhost:(\d+)", server.stdout.readline())[1])
            asyncio.run(stay(port, server.pid, seconds, rate))
        finally:
            server.terminate()
            server.wait()


main()
