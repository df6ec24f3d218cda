// pages.mjs - turns the books of docs/ into pages: the rules of each game, and how to play it.
//
// Each page is a piece of HTML that the reader screen lays into itself; an anchor stands at every
// clause, because the books have one there.  Links between the books become addresses of the page.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Marked } from "marked";

const BOOKS = [
  { from: "rules", to: "rules" },
  { from: "how-to-play", to: "how" },
];
const ABOUT = ["dice"]; // what else the page explains

export async function writePages(docs, out) {
  let count = 0;
  for (const { from, to } of BOOKS) {
    await mkdir(join(out, to), { recursive: true });
    for (const name of await books(join(docs, from))) {
      const page = basename(name, ".md");
      const html = render(await readFile(join(docs, from, name), "utf8"), to, page);
      await writeFile(join(out, to, `${page}.html`), `<!--page-->${html}`);
      count++;
    }
  }
  await mkdir(join(out, "about"), { recursive: true });
  for (const name of ABOUT) {
    const html = render(await readFile(join(docs, `${name}.md`), "utf8"), "about", name);
    await writeFile(join(out, "about", `${name}.html`), `<!--page-->${html}`);
  }
  return count;
}

async function books(folder) {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".md"));
  } catch {
    return []; // a book that nobody has written yet
  }
}

function render(text, kind, page) {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${slug(words)}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const to = target(href, kind, page);
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
function slug(html) {
  return html
    .replace(/<[^>]+>/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s/g, "-");
}

function target(href, kind, page) {
  const [file = "", anchor = ""] = href.split("#");
  if (/^[a-z]+:/.test(file)) return undefined; // the page stands alone: no links out of it
  if (file === "") return `#/${kind}/${page}/${anchor}`;
  const book = basename(file, ".md");
  if (!file.endsWith(".md")) return undefined;
  if (file.includes("how-to-play/")) return address("how", book, anchor);
  if (file.includes("rules/") || (kind === "rules" && !file.includes("/")))
    return address("rules", book, anchor);
  return undefined; // documents that are not part of the page: the words stay, the link goes
}

function address(kind, book, anchor) {
  return `#/${kind}/${book}${anchor === "" ? "" : `/${anchor}`}`;
}

function escape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
