// mailbox.mjs - a mail server and a receiver of webhooks inside a test: what came can be waited for
// and read.
// SPDX-License-Identifier: MIT

import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";
import { PATIENCE } from "./harness.mjs";

/** Messages that came, and those who wait for one. */
class Heap {
  constructor() {
    this.kept = [];
    this.waiting = [];
  }

  put(one) {
    this.kept.push(one);
    for (const look of [...this.waiting]) look();
  }

  /** The first after number `after` that fits. */
  next(fits, after = 0) {
    return new Promise((done, failed) => {
      const look = () => {
        const found = this.kept.slice(after).find(fits);
        if (found === undefined) return;
        this.waiting = this.waiting.filter((one) => one !== look);
        clearTimeout(late);
        done(found);
      };
      const late = setTimeout(
        () => failed(new Error(`no such message among ${this.kept.length}`)),
        PATIENCE,
      );
      this.waiting.push(look);
      look();
    });
  }
}

export class Mailbox extends Heap {
  async open() {
    this.server = createServer((socket) => this.talk(socket));
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.address = `smtp://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  close() {
    this.server.close();
  }

  /** As much of RFC 5321 as a client needs that hands in a mail. */
  talk(socket) {
    let heard = "";
    let to = "";
    let inside = false;
    socket.setEncoding("utf8");
    socket.on("error", () => undefined);
    socket.write("220 here\r\n");
    socket.on("data", (text) => {
      heard += text;
      for (;;) {
        const end = heard.indexOf(inside ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = heard.slice(0, end);
        heard = heard.slice(end + (inside ? 5 : 2));
        if (inside) this.put(mailOf(to, line));
        else if (/^RCPT/i.test(line)) to = /<(.*)>/.exec(line)?.[1] ?? "";
        inside = !inside && /^DATA/i.test(line);
        socket.write(inside ? "354 go on\r\n" : "250 yes\r\n");
      }
    });
  }

  /** Waits for a mail to this address whose subject fits. */
  mail(to, subject, after = 0) {
    return this.next((mail) => mail.to === to && subject.test(mail.subject), after);
  }
}

function mailOf(to, text) {
  const end = text.indexOf("\r\n\r\n");
  const headers = new Map(
    text
      .slice(0, end)
      .replace(/\r\n[ \t]/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 2),
      ]),
  );
  return {
    to,
    headers,
    subject: headers.get("subject") ?? "",
    body: text.slice(end + 4).replaceAll("\r\n.", "\r\n"),
  };
}

/** The first address in the text of a mail that leads there. */
export function linkIn(mail, path) {
  return mail.body.match(/https?:\/\/\S+/g)?.find((link) => link.includes(path));
}

export class Hook extends Heap {
  async open() {
    this.status = 204;
    this.server = createHttp((request, response) => {
      let text = "";
      request.on("data", (bytes) => (text += bytes));
      request.on("end", () => {
        this.put({ type: request.headers["content-type"], json: JSON.parse(text) });
        response.writeHead(this.status).end();
      });
    });
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.address = `http://127.0.0.1:${this.server.address().port}/hook`;
    return this;
  }

  close() {
    this.server.close();
  }
}

/** A port that nobody has just now. */
export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
