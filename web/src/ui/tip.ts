// tip.ts - the box beside a word that has a clause: what the clause says, while a pointer rests on
// the word, it has the focus, or a finger has touched it.
//
// One box for the whole page, and nothing of it can be pressed, so that it never lies in the way of
// a button.  It opens only for a pointer that moves onto a word: words that come to lie under one
// that rests open nothing.
// SPDX-License-Identifier: MIT

const REST = 250; // milliseconds a pointer must stay on the word
const GAP = 6; // between word and box

const WORD = "[data-tip]";

class Tip {
  private readonly box = document.createElement("div");
  private word: HTMLElement | undefined; // what it is open for, or soon will be
  private timer = 0;

  constructor() {
    this.box.className = "tip";
    this.box.setAttribute("role", "status");
    this.box.hidden = true;
    document.body.append(this.box);
  }

  /** A pointer moved there: onto a word, or off it. */
  moved(target: EventTarget | null): void {
    const word = wordAt(target);
    if (word === this.word) return;
    this.close();
    if (word === undefined) return;
    this.word = word;
    this.timer = window.setTimeout(() => this.open(word), REST);
  }

  open(word: HTMLElement): void {
    this.close();
    const words = word.dataset["tip"];
    if (words === undefined || words === "" || !word.isConnected) return;
    this.word = word;
    this.box.textContent = words;
    this.box.hidden = false;
    this.place(word.getBoundingClientRect());
  }

  close(): void {
    window.clearTimeout(this.timer);
    this.word = undefined;
    this.box.hidden = true;
  }

  /** Above the word, or below where there is no room, and never over what is to be decided. */
  private place(word: DOMRect): void {
    const { innerWidth, innerHeight } = window;
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(word.left, innerWidth - width - GAP));
    const above = word.top - height - GAP;
    const below = word.bottom + GAP;
    const buttons = document.querySelector(".pending > .row")?.getBoundingClientRect();
    const free = (top: number): boolean =>
      top >= 0 &&
      top + height <= innerHeight &&
      (buttons === undefined || top + height <= buttons.top || top >= buttons.bottom);
    const top = free(above) || !free(below) ? Math.max(GAP, above) : below;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
  }
}

function wordAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element ? target.closest<HTMLElement>(WORD) : null) ?? undefined;
}

/** Begins to listen, once for the whole page. */
export function beginTips(): void {
  const tip = new Tip();
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") tip.moved(event.target);
  });
  document.addEventListener("click", (event) => {
    const word = wordAt(event.target);
    if (word === undefined || word instanceof HTMLButtonElement) tip.close();
    else tip.open(word);
  });
  document.addEventListener("focusin", (event) => {
    const word = wordAt(event.target);
    if (word !== undefined && word.matches(":focus-visible")) tip.open(word);
  });
  document.addEventListener("focusout", () => tip.close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && tip.close());
  document.addEventListener("scroll", () => tip.close(), { capture: true, passive: true });
  window.addEventListener("hashchange", () => tip.close());
}
