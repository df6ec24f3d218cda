// reading.tsx - the rules with an anchor for every clause, how to play, and the reference sheet.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Clause, Game } from "../engine-types";
import { address } from "../router";
import { useSession } from "../session";
import { Head } from "./head";
import { BOOK } from "../words/book";
import { say } from "../words/say";

type Page = "rules" | "how" | "sheet";

interface ReadingProps {
  readonly page: Page;
  readonly game: Game;
  readonly book: string; // the file: the game's, or that of its examples
  readonly anchor: string | undefined;
}

const TITLES: Readonly<Record<Page, string>> = {
  rules: "rules",
  how: BOOK.titleHow,
  sheet: BOOK.titleSheet,
};

export function Reading({ page, game, book, anchor }: ReadingProps): JSX.Element {
  const { engine } = useSession();
  const html = usePage(page, game, book, () => engine.sheet(game.id));
  const body = useRef<HTMLElement>(null);
  const [search, setSearch] = useState("");
  const found = useMemo(
    () => (search.trim() === "" ? [] : matching(game.clauses, search)),
    [game, search],
  );
  useEffect(() => {
    document.title = `${game.title}: ${TITLES[page]}`;
  }, [game, page]);
  useEffect(() => {
    if (html === undefined || body.current === null) return;
    prepare(body.current, page, game, book);
    showAnchor(body.current, anchor);
  }, [html, anchor]);
  const headings = useMemo(() => contents(html ?? ""), [html]);
  return (
    <>
      <Head where={`${game.title}: ${TITLES[page]}`}>
        {(["how", "rules", "sheet"] as const)
          .filter((one) => one !== page)
          .map((one) => (
            <a key={one} class="wide-only" href={address([one, game.id])}>
              {one === "how" ? BOOK.howTo : one === "rules" ? BOOK.rules : BOOK.sheet}
            </a>
          ))}
        <a class="wide-only" href={address(["new", game.id])}>{BOOK.play}</a>
      </Head>
      <div class={page === "sheet" ? "reading wide" : "reading"}>
        <aside aria-label={BOOK.contents}>
          <nav aria-label={BOOK.pages} class="row">
            {(["how", "rules", "sheet"] as const).map((one) => (
              <a
                key={one}
                href={address([one, game.id])}
                {...(one === page && { "aria-current": "page" as const })}
              >
                {one === "how" ? BOOK.howTo : one === "rules" ? BOOK.rules : BOOK.sheet}
              </a>
            ))}
          </nav>
          {page === "rules" && (
            <div>
              <label class="sr" for="search">{BOOK.searchLabel}</label>
              <input
                id="search"
                type="search"
                placeholder={say(BOOK.search, { count: game.clauses.length })}
                value={search}
                onInput={(event) => setSearch(event.currentTarget.value)}
              />
            </div>
          )}
          {page === "rules" && search.trim() !== "" && (
            <p class="results-count" role="status">{say(BOOK.found, { count: found.length })}</p>
          )}
          {page === "rules" && found.length > 0 && (
            <ul>
              {found.slice(0, 60).map((clause) => (
                <li key={clause.id}>
                  <a href={address(["rules", game.id, clause.id])}>
                    <b>{clause.id}</b> {clause.title}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {(page !== "rules" || search.trim() === "") && headings.length > 0 && (
            <ol class="contents">
              {headings.map((heading) => (
                <li key={heading.id}>
                  <a href={address([page, book, heading.id])}>{heading.text}</a>
                </li>
              ))}
            </ol>
          )}
        </aside>
        {html === undefined ? (
          <main class="prose">
            <p role="status">{BOOK.opening}</p>
          </main>
        ) : (
          <main class="prose" ref={body} dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </>
  );
}

/** The page as written, or what the engine knows where nobody has written one. */
function usePage(page: Page, game: Game, book: string, sheet: () => string): string | undefined {
  const [html, setHtml] = useState<{ key: string; html: string }>();
  const key = `${page}/${book}`;
  useEffect(() => {
    let gone = false;
    const show = (text: string): void => {
      if (!gone) setHtml({ key, html: text });
    };
    if (page === "sheet") show(sheetBody(sheet(), game));
    else void fetchPage(`${key}.html`).then((text) => show(text ?? clauseList(page, game)));
    return () => {
      gone = true;
    };
  }, [key]);
  return html?.key === key ? html.html : undefined;
}

/** The sheet without its own looks: tables that scroll by themselves, numbers of clauses as
 *  links. */
function sheetBody(text: string, game: Game): string {
  const sheet = new DOMParser().parseFromString(
    text.replace(/<style>.*?<\/style>/s, ""),
    "text/html",
  );
  const known = new Set(game.clauses.map((clause) => clause.id));
  for (const cell of sheet.querySelectorAll("td")) {
    const ids = (cell.textContent ?? "").split(", ");
    if (!ids.every((id) => known.has(id))) continue;
    cell.innerHTML = ids
      .map((id) => `<a href="${address(["rules", game.id, id])}">${escape(id)}</a>`)
      .join(", ");
  }
  for (const table of sheet.querySelectorAll("table")) {
    const around = sheet.createElement("div");
    around.className = "scrolls";
    around.setAttribute("tabindex", "0");
    around.setAttribute("role", "group");
    around.setAttribute("aria-label", table.caption?.textContent ?? BOOK.table);
    table.replaceWith(around);
    around.append(table);
  }
  return sheet.body.innerHTML;
}

export async function fetchPage(path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(path);
    const kind = answer.headers.get("content-type") ?? "";
    const text = answer.ok && kind.includes("html") ? await answer.text() : undefined;
    return text === undefined ? undefined : pagePart(text);
  } catch {
    return undefined;
  }
}

/** What stands between the marks: pages.mjs. */
function pagePart(text: string): string | undefined {
  return /<!--page-->(.*)<!--\/page-->/s.exec(text)?.[1];
}

function clauseList(page: Page, game: Game): string {
  const intro = page === "how" ? `<p>${escape(game.scenarios[0]?.text ?? "")}</p>` : "";
  return `<h1>${escape(game.title)}</h1>${intro}${clausesHtml(game.clauses)}`;
}

function clausesHtml(clauses: readonly Clause[]): string {
  const rows = clauses.map(
    (clause) =>
      `<li id="${escape(clause.id)}"><b>${escape(clause.id)}</b> ` +
      `${escape(clause.title)}. ${escape(clause.gist)}</li>`,
  );
  return `<ul>${rows.join("")}</ul>`;
}

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
}

interface Heading {
  readonly id: string;
  readonly text: string;
}

function contents(html: string): Heading[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  return Array.from(page.querySelectorAll("h2[id]"), ({ id, textContent }) => ({
    id,
    text: textContent ?? "",
  }));
}

function matching(clauses: readonly Clause[], search: string): Clause[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return clauses.filter((clause) => {
    const text = `${clause.id} ${clause.title} ${clause.gist}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Links inside the page become addresses of this page; clauses nobody wrote about get their
 *  gist. */
function prepare(body: HTMLElement, page: Page, game: Game, book: string): void {
  for (const link of body.querySelectorAll("a[href]")) {
    const [path = "", anchor] = (link.getAttribute("href") ?? "").split("#");
    const found = path === "" ? ["", page, book] : /(rules|how)\/([^/]+)\.html$/.exec(path);
    if (found === null || anchor?.startsWith("/") === true) continue;
    const words = [...found.slice(1), ...(anchor === undefined ? [] : [anchor])];
    link.setAttribute("href", address(words));
  }
  if (page !== "rules" || book !== game.id || body.dataset["whole"] === "true") return;
  body.dataset["whole"] = "true";
  const missing = game.clauses.filter(
    (clause) => clause.id !== "" && body.querySelector(`[id="${CSS.escape(clause.id)}"]`) === null,
  );
  if (missing.length > 0)
    body.insertAdjacentHTML("beforeend", `<h2>More clauses</h2>${clausesHtml(missing)}`);
}

function showAnchor(body: HTMLElement, anchor: string | undefined): void {
  for (const old of body.querySelectorAll(".found")) old.classList.remove("found");
  if (anchor === undefined) {
    scrollTo(0, 0);
    return;
  }
  const target = body.querySelector(`[id="${CSS.escape(anchor)}"]`);
  if (target === null) return;
  const place = target.matches("a") ? (target.closest("li, p, tr, td") ?? target) : target;
  place.classList.add("found");
  place.scrollIntoView({ block: "center" });
}
