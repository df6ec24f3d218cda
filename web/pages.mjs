// pages.mjs - turns the books of docs/ into pages: the rules of each game, and how to play it.
//
// Each page can be read by itself, without any script; what stands between its two marks the reader
// screen lays into itself.  An anchor stands at every clause, because the books have one there.
// books.html lists them.
// SPDX-License-Identifier: MIT

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Marked } from "marked";

const BOOKS = [
  { from: "rules", to: "rules" },
  { from: "how-to-play", to: "how" },
];
const ABOUT = ["dice"]; // what else the page explains

export async function writePages(docs, out) {
  const list = [];
  for (const { from, to } of BOOKS)
    for (const name of await books(join(docs, from)))
      list.push(await writeBook(join(docs, from, name), out, to));
  for (const name of ABOUT) await writeBook(join(docs, `${name}.md`), out, "about");
  const links = list.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).sort();
  const body = `<h1>Rules and first steps</h1>\n<ul>${links.join("\n")}</ul>\n`;
  await writeFile(join(out, "books.html"), whole("Rules and first steps", "", body));
}

/** Its path and its title. */
async function writeBook(from, out, kind) {
  const page = basename(from, ".md");
  const html = render(await readFile(from, "utf8"), kind);
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? page;
  const path = `${kind}/${page}.html`;
  await mkdir(join(out, kind), { recursive: true });
  await writeFile(join(out, path), whole(title, "../", html));
  return { path, title };
}

export function whole(title, up, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${up}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}page.css">
</head>
<body>
<main class="sheet-page prose">
<!--page-->${body}<!--/page-->
</main>
</body>
</html>
`;
}

async function books(folder) {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".md"));
  } catch {
    return []; // a book that nobody has written yet
  }
}

function render(text, kind) {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        return `<h${depth} id="${slug(plain)}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const to = target(href, kind);
        return to === undefined ? words : `<a href="${to}">${words}</a>`;
      },
      table(token) {
        const rows = (cells, tag) =>
          cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("");
        const head = `<thead><tr>${rows(token.header, "th")}</tr></thead>`;
        const body = token.rows.map((row) => `<tr>${rows(row, "td")}</tr>`).join("\n");
        const table = `<table>${head}<tbody>${body}</tbody></table>`;
        const frame = '<div class="scrolls" tabindex="0" role="group" aria-label="Table">';
        return `${frame}${table}</div>\n`;
      },
      code({ text: code }) {
        return `<pre tabindex="0"><code>${escape(code)}</code></pre>\n`;
      },
    },
  });
  return marked.parse(text);
}

/** The anchors that readers of the books on their forge have too. */
function slug(words) {
  return words
    .replace(/<[^>]+>/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s/g, "-");
}

function target(href, kind) {
  const [file = "", anchor = ""] = href.split("#");
  if (/^[a-z]+:/.test(file)) return undefined; // the page stands alone: no links out of it
  if (file === "") return `#${anchor}`;
  const book = basename(file, ".md");
  if (!file.endsWith(".md")) return undefined;
  if (file.includes("how-to-play/")) return address("how", book, anchor);
  if (file.includes("rules/") || (kind === "rules" && !file.includes("/")))
    return address("rules", book, anchor);
  return undefined; // documents that are not part of the page: the words stay, the link goes
}

function address(kind, book, anchor) {
  return `../${kind}/${book}.html${anchor === "" ? "" : `#${anchor}`}`;
}

function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
