#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""room.py - a room full of people behind one address, with the limits that a server has by itself:
    room.py GROGNARD ROOT [BROWSERS]

Each browser loads the page as a browser does, with six connections, then the game and its chat, and opens
the board.  Directly and through nginx as docs/operating.md has it.  Prints TAP.
"""
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile

from nginx import claim, configuration, free_port
import nginx

FIRST = ["page.css", "theme.js", "grognard.wasm", "main.js", "worker.js"]
LATER = [f"parts/{i}.js" for i in range(40)]
SIZES = {"grognard.wasm": 600_000, "page.css": 12_000}
AT_ONCE, PAUSE, TRIES, PATIENCE = 6, 0.3, 40, 120
LISTENERS, LINES = 128, 4 * 128  # --per-address


class Browser:
    def __init__(self, port, game):
        self.port, self.game = port, game
        self.idle, self.places = [], asyncio.Semaphore(AT_ONCE)
        self.socket = None
        self.refused = []

    async def ask(self, path):
        """The status and body, on a line that is kept for the next request if the server keeps it."""
        async with self.places:
            reader, writer = self.idle.pop() if self.idle else await self.connect()
            writer.write(f"GET {path} HTTP/1.1\r\nHost: play.example.org\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(re.search(r"(?i)content-length: (\d+)", head).group(1))
            body = await reader.readexactly(length)
            if re.search(r"(?i)connection: close", head):
                writer.close()
            else:
                self.idle.append((reader, writer))
            return int(head[9:12]), body

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)

    async def file(self, name):
        status, _ = await self.ask(f"/{name}")
        if status != 200:
            self.refused.append((name, status))

    async def call(self, path):
        """Again after a while, as the page does it."""
        for tried in range(TRIES):
            status, body = await self.ask(path)
            if status not in (429, 503):
                return status, body
            await asyncio.sleep(PAUSE * min(2 ** tried, 8))
        return status, body

    async def open_board(self):
        """The stream of the game: true, once it has told the state."""
        for tried in range(TRIES):
            reader, writer = await self.connect()
            writer.write((f"GET /api/games/{self.game}/stream HTTP/1.1\r\nHost: play.example.org\r\n"
                          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"HTTP/1.1 101"):
                hello = b'{"do":"hello","changes":true}'
                writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
                await reader.readuntil(b'"tell":"state"')
                self.socket = reader, writer
                return True
            writer.close()
            await asyncio.sleep(PAUSE * min(2 ** tried, 8))
        return False

    async def visit(self):
        try:
            await self.file("")
            await asyncio.gather(*(self.file(name) for name in FIRST))
            await asyncio.gather(*(self.file(name) for name in LATER))
            status, _ = await self.call(f"/api/games/{self.game}")
            await self.call(f"/api/games/{self.game}/chat")
            return status == 200 and await self.open_board() and not self.refused
        except (OSError, asyncio.IncompleteReadError) as error:
            self.refused.append(("connection", error))
            return False

    async def is_open(self):
        """It was not hung up on meanwhile."""
        try:
            reader, _ = self.socket
            while True:
                if not await asyncio.wait_for(reader.read(65536), 0.01):
                    return False
        except asyncio.TimeoutError:
            return True

    def close(self):
        for _, writer in self.idle + ([self.socket] if self.socket else []):
            writer.close()


async def full(port, game, count, how):
    browsers = [Browser(port, game) for _ in range(count)]
    opened = await asyncio.wait_for(asyncio.gather(*(one.visit() for one in browsers)), PATIENCE)
    open_still = [await one.is_open() for one in browsers if one.socket]
    for one in browsers:
        if one.refused:
            print("#", one.refused[:3])
    claim(sum(opened) == count and sum(open_still) == count,
          f"{sum(opened)} of {count} browsers behind one address have their board, {how}")
    return browsers


async def listens(port, game):
    """A stream of events, or why there is none: None, or a sentence; again, while it was asked too fast."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((f"GET /api/games/{game}/stream HTTP/1.1\r\n"
                      "Host: play.example.org\r\n\r\n").encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " in head[:16]:
            return writer, None
        words = json.loads(await reader.readline())["text"]
        writer.close()
        if "requests" not in words:
            return writer, words
        await asyncio.sleep(PAUSE)


async def beyond(port, game, browsers):
    """More boards than may be open, then more lines than there may be: both are told in words."""
    more = []
    while len(browsers) + len(more) < LISTENERS:
        more.append(await listens(port, game))
    claim(all(words is None for _, words in more), f"{LISTENERS} boards may be open")
    _, words = await listens(port, game)
    claim(words is not None and "boards are open" in words, f"one more is told: {words}")
    silent = []
    for _ in range(LINES - len(browsers) - len(more)):
        silent.append(await asyncio.open_connection("127.0.0.1", port))
    last = Browser(port, game)
    status, body = await last.ask("/")
    said = re.search(rb"<p>(.*?)</p>", body)
    claim(status == 429 and body.startswith(b"<!doctype html>") and said is not None,
          f"with {LINES} lines a page says: {said and said.group(1).decode()}")
    status, body = await last.ask(f"/api/games/{game}")
    claim(status == 429 and "connections" in json.loads(body)["text"], "a program gets its JSON")
    for writer in [writer for _, writer in silent] + [writer for writer, _ in more]:
        writer.close()


def make_game(port):
    line, got = nginx.ask(port, "POST /api/games HTTP/1.1\r\nHost: play.example.org\r\n"
                          "Content-Type: application/json\r\nConnection: close\r\n"
                          'Content-Length: 18\r\n\r\n{"game":"squares"}')
    got += nginx.hear(line, b'"id":"') if b'"id":"' not in got else b""
    line.close()
    return re.search(rb'"id":"(\w+)"', got).group(1).decode()


def furnish(folder):
    os.makedirs(f"{folder}/pages/parts")
    for name in FIRST + LATER + ["index.html"]:
        with open(f"{folder}/pages/{name}", "wb") as out:
            out.write(os.urandom(SIZES.get(name, 4000)))


def serve(binary, folder, *more):
    server = subprocess.Popen(
        [binary, "serve", "--host", "127.0.0.1", "--port", "0", *more,
         "--store", f"sqlite:{folder}/games.db", "--static", f"{folder}/pages"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return server, int(re.search(r"localhost:(\d+)", server.stdout.readline()).group(1))


async def directly(binary, folder, count):
    server, port = serve(binary, folder)
    try:
        game = make_game(port)
        browsers = await full(port, game, count, "directly")
        for one in browsers:
            for _, writer in one.idle:
                writer.close()
            one.idle = []
        await beyond(port, game, browsers)
        for one in browsers:
            one.close()
    finally:
        server.terminate()
        claim(server.wait() == 0, "the server stops")


async def through_nginx(binary, root, folder, count):
    server, back = serve(binary, folder, "--behind-proxy")
    front = free_port()
    configuration(root, folder, front, back)
    proxy = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder,
                              "-e", f"{folder}/error.log"])
    try:
        for _ in range(200):
            try:
                (await asyncio.open_connection("127.0.0.1", front))[1].close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        game = make_game(front)
        for one in await full(front, game, count, "through nginx"):
            one.close()
    finally:
        proxy.terminate()
        proxy.wait()
        server.terminate()
        claim(server.wait() == 0, "the server stops")


def main():
    os.environ["PATH"] += ":/usr/sbin"  # where nginx is, for who is not root
    binary, root = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    for way in (lambda folder: directly(binary, folder, count),
                lambda folder: through_nginx(binary, root, folder, count)):
        with tempfile.TemporaryDirectory() as folder:
            furnish(folder)
            asyncio.run(way(folder))
    print(f"1..{nginx.claims}")
    return 1 if nginx.failed else 0


sys.exit(main())
