// icons.tsx - the small pictures on buttons: one line each, drawn with the pen of the text.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";

const PATHS = {
  back: "M14 5l-7 7 7 7M7 12h13",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 010 12h-3",
  restart: "M4 4v6h6M4.6 10A8 8 0 1112 20",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  box: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M10 10h4v4h-4z",
  danger: "M12 3l10 18H2zM12 9v6M12 18h.01",
  flip: "M7 4v15M7 4L4 7M7 4l3 3M17 20V5M17 20l-3-3M17 20l3-3",
  ways: "M4 20c10 0 4-13 14-13M14 3l4 4-4 4",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5l-9 7 9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h4M16 12h4",
  save: "M5 4h11l4 4v12H5zM8 4v5h7V4M8 20v-6h8v6",
  open: "M3 19V5h6l2 3h9v3M3 19l3-8h16l-3 8z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  sun:
    "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5" +
    "M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  moon: "M20 14A8 8 0 0110 4a8 8 0 1010 10z",
  help: "M9 9a3 3 0 115 2c-1.5 1-2 1.5-2 3M12 18h.01M12 2a10 10 0 100 20 10 10 0 000-20z",
  book: "M4 5a3 3 0 013-2h13v15H7a3 3 0 00-3 2zM4 5v15a2 2 0 002 2h14M8 8h8M8 12h6",
  close: "M6 6l12 12M18 6L6 18",
  check: "M4 13l5 5L20 6",
  flag: "M6 21V4M6 4c4-2 8 2 12 0v9c-4 2-8-2-12 0",
  link: "M9 15l6-6M10 6l2-2a4 4 0 016 6l-2 2M14 18l-2 2a4 4 0 01-6-6l2-2",
  copy: "M8 8h11v12H8zM5 16V4h11",
  bell: "M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21h4",
  more:
    "M5 11a1 1 0 100 2 1 1 0 000-2zM12 11a1 1 0 100 2 1 1 0 000-2z" +
    "M19 11a1 1 0 100 2 1 1 0 000-2z",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  ruler: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l2 2M13 6l2 2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  up: "M6 15l6-6 6 6",
  keyboard: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  draw: "M5 9h14M5 15h14",
  send: "M4 12h14M12 5l7 7-7 7",
  share: "M12 15V3M7 8l5-5 5 5M5 13v7h14v-7",
  people:
    "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6" +
    "M16 4.5a3.5 3.5 0 010 6.5M18 14.5c2.200 .8 3.500 2.700 3.500 5.500",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A shako: the sign of the house. */
export function Shako(): JSX.Element {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="12" fill="#24406e" />
      <path
        d="M18 24c0-6 6-9 14-9s14 3 14 9l-2 22H20z"
        fill="#1b1713"
        stroke="#e7c76a"
        stroke-width="2.5"
      />
      <path d="M17 46h30l3 5c-10 4-26 4-36 0z" fill="#1b1713" stroke="#e7c76a" stroke-width="2.5" />
      <circle cx="32" cy="31" r="6" fill="#e7c76a" />
      <path d="M32 14V5" stroke="#d8473c" stroke-width="6" stroke-linecap="round" />
    </svg>
  );
}
