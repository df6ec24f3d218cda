#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nginx.py - the server behind nginx as docs/operating.md has it:   nginx.py GROGNARD ROOT

Nobody gets a tunnel through the proxy, nobody chooses his address.  Prints TAP.
"""
import os
import re
import socket
import subprocess
import sys
import tempfile

claims = 0
failed = 0


def claim(so, words):
    global claims, failed
    claims += 1
    failed += not so
    print(("ok" if so else "not ok"), claims, "-", words, flush=True)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def hear(line, until=b"\r\n\r\n"):
    got = b""
    line.settimeout(20)
    try:
        while until not in got:
            some = line.recv(65536)
            if not some:
                break
            got += some
    except TimeoutError:
        pass
    return got


def ask(port, text, address="127.0.0.1"):
    line = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
    line.sendall(text.encode())
    return line, hear(line)


def configuration(root, folder, front, back):
    """What operating.md says, with other ports and without certificates."""
    text = open(f"{root}/docs/operating.md", encoding="utf-8").read()
    block = re.search(r"```nginx\n(.*?)```", text, re.S).group(1)
    block = re.sub(r"server \{\s*listen 80;.*?\n\}\n", "", block, flags=re.S)
    block = re.sub(r"\n\s*(ssl_certificate\S*|add_header) .*", "", block)
    block = block.replace("listen 443 ssl http2", f"listen 127.0.0.1:{front}")
    block = block.replace("127.0.0.1:1805", f"127.0.0.1:{back}")
    with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as out:
        out.write(f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
                  "worker_processes 1; events { worker_connections 1024; }\n"
                  f"http {{ access_log off; {temporary(folder)}\n{block}\n}}\n")


def temporary(folder):
    return " ".join(f"{kind}_temp_path {folder}/{kind};"
                    for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))


def refused(folder):
    with open(f"{folder}/log", encoding="utf-8") as log:
        return [line for line in log if "login refused" in line]


def tunnels(port):
    settings = "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
    for upgrade in ("h2c", "H2C", "h2", "TLS/1.0", "h2c, websocket", "websocket, h2c", "x"):
        for method in ("GET", "HEAD", "POST"):
            length = "Content-Length: 0\r\n" if method == "POST" else ""
            line, got = ask(port, f"{method} /healthz HTTP/1.1\r\nHost: play.example.org\r\n"
                            f"Upgrade: {upgrade}\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                            f"{settings}{length}\r\n")
            line.close()
            claim(got.startswith(b"HTTP/1.1 ") and not got.startswith(b"HTTP/1.1 101"),
                  f"an upgrade to {upgrade} by {method} is none ({got[9:12].decode()})")
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0")
    got = hear(line)
    line.close()
    claim(b"\0\0\0\4" not in got, "who begins with HTTP/2 gets none")


def addresses(port, folder):
    for forged in ("203.0.113.9", "203.0.113.9, 198.51.100.7"):
        body = '{"name":"nobody","password":"correct horse battery"}'
        line, got = ask(port, "POST /api/login HTTP/1.1\r\nHost: play.example.org\r\n"
                        "Content-Type: application/json\r\n"
                        f"X-Forwarded-For: {forged}\r\nContent-Length: {len(body)}\r\n\r\n{body}",
                        "127.0.0.77")
        line.close()
        lines = refused(folder)
        claim(b" 401 " in got[:16] and lines and '"address":"127.0.0.77"' in lines[-1],
              f"who says that he is {forged} is known as who he is")


def plays(port):
    body = '{"game":"squares"}'
    line, got = ask(port, "POST /api/games HTTP/1.1\r\nHost: play.example.org\r\n"
                    "Content-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}")
    if b'"id":"' not in got:
        got += hear(line, b'"id":"')
        got += line.recv(4096)
    line.close()
    name = re.search(rb'"id":"(\w+)"', got)
    claim(name is not None, "a game is made through the proxy")
    stream = f"GET /api/games/{name.group(1).decode() if name else 'x'}/stream HTTP/1.1\r\n"
    line, got = ask(port, stream + "Host: play.example.org\r\nUpgrade: WebSocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
    line.close()
    claim(got.startswith(b"HTTP/1.1 101"), "a WebSocket comes through")
    line, got = ask(port, stream + "Host: play.example.org\r\n\r\n")
    line.close()
    claim(got.startswith(b"HTTP/1.1 200") and b"text/event-stream" in got, "a stream comes through")


def main():
    os.environ["PATH"] += ":/usr/sbin"  # where nginx is, for who is not root
    binary, root = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        front = free_port()
        os.mkdir(f"{folder}/pages")
        with open(f"{folder}/log", "w", encoding="utf-8") as log:
            server = subprocess.Popen(
                [binary, "serve", "--host", "127.0.0.1", "--port", "0", "--behind-proxy",
                 "--store", f"sqlite:{folder}/games.db", "--static", f"{folder}/pages"],
                stdout=subprocess.PIPE, stderr=log, text=True)
        back = int(re.search(r"localhost:(\d+)", server.stdout.readline()).group(1))
        configuration(root, folder, front, back)
        proxy = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder,
                                  "-e", f"{folder}/error.log"])
        try:
            up = False
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", front), timeout=5).close()
                    up = True
                    break
                except OSError:
                    if proxy.poll() is not None:
                        break
                    subprocess.run(["sleep", "0.05"], check=True)
            claim(up, "nginx takes the configuration of docs/operating.md")
            if up:
                tunnels(front)
                addresses(front, folder)
                plays(front)
        finally:
            proxy.terminate()
            proxy.wait()
            server.terminate()
            claim(server.wait() == 0, "the server stops")
    print(f"1..{claims}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
