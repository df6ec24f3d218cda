// fits.mjs - four windows, and what does not fit into them.
// SPDX-License-Identifier: MIT

export const SIZES = [
  [1366, 625],
  [1280, 720],
  [844, 390],
  [390, 844],
];

/** What is still wrong after a minute: a window that has just been made smaller may not have found
 *  its shape yet, and another page may not have heard what one has. */
export async function inTime(page, look) {
  let found = await look();
  for (const until = Date.now() + 60000; found.length > 0 && Date.now() < until; ) {
    await page.waitForTimeout(100);
    found = await look();
  }
  return found;
}

/** On the page: is a part of it behind an edge of what scrolls, or of the window? */
export function outOfSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) continue;
    const frame = at.getBoundingClientRect();
    if (top < frame.top - 1 || bottom > frame.bottom + 1) return true;
  }
  return top < 0 || bottom > innerHeight;
}

/** Is it out of sight, and not only until the window has found its shape? */
export async function staysHidden(page, part) {
  const look = async () => ((await part.evaluate(outOfSight)) ? [part] : []);
  return (await inTime(page, look)).length > 0;
}

/** On the page: what does not fit. */
export function problems() {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`${wide} pixels too wide`);
  const boxOf = (element) => element.getBoundingClientRect();
  const head = document.querySelector(".head");
  const isPlay = document.querySelector(".play") !== null;
  const gone = head === null || boxOf(head).top < 0 || scrollY > 0;
  if (isPlay && gone) found.push("the head is gone");
  // What scrolls shows all it has; what is nowhere drawn has no box.
  const scrolls = (element) =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflow) || scrolls(element.parentElement));
  const wordsOf = (button) => button.selectedOptions?.[0]?.textContent ?? button.textContent;
  /** Are its words wider than it is?  A list is as wide as it would be with its choice alone. */
  const isCut = (button) => {
    if (!button.matches("select")) return button.scrollWidth > button.clientWidth + 1;
    const alone = button.cloneNode();
    alone.removeAttribute("id");
    alone.append(new Option(wordsOf(button)));
    alone.style.cssText = "width: max-content; min-width: 0; max-width: none; position: absolute";
    button.parentElement.append(alone);
    const wanted = boxOf(alone).width;
    alone.remove();
    return wanted > boxOf(button).width + 1;
  };
  for (const button of document.querySelectorAll("button, a.button, input, select")) {
    const { left, right, top, bottom, width } = boxOf(button);
    if (width < 2 || button.closest(".sr, .skip, dialog") !== null) continue;
    if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const name = button.getAttribute("aria-label") ?? button.textContent;
    if (isCut(button)) found.push(`the words are cut: ${wordsOf(button)}`);
    if (button.matches("input[type=text]") && width < 60)
      found.push(`${button.id} is ${width} wide`);
    if ((left < -1 || right > innerWidth + 1) && !scrolls(button.parentElement))
      found.push(`${name}: from ${left} to ${right}`);
    if (isPlay && (top < -1 || bottom > innerHeight + 1) && !scrolls(button.parentElement))
      found.push(`${name}: from ${top} down to ${bottom}`);
  }
  for (const words of document.querySelectorAll(".live-words")) {
    const { width } = boxOf(words);
    if (width < 150) found.push(`a battle's words have ${width} pixels`);
  }
  const parts = [".head", ".board", ".side"].flatMap((part) => {
    const element = document.querySelector(`.play ${part}`);
    return element === null ? [] : [[part, boxOf(element)]];
  });
  for (const [one, a] of parts)
    for (const [other, b] of parts) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // A phone's panel lies over the lower edge of the board; two thirds of it stay in sight.
      const most = one === ".board" && other === ".side" ? a.height / 3 : 2;
      if (one < other && across > 2 && down > most) found.push(`${one} lies ${down} over ${other}`);
    }
  return found;
}
