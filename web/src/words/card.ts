// card.ts - the sentences of the page: the card of keys and settings.
// SPDX-License-Identifier: MIT

export const CARD = {
  // ui/keys.tsx
  next: "next or previous unit that can act; with proposals, the next of them",
  arrows: "move the cursor over the board; in a replay, step back and forward",
  enter: "choose what is under the cursor; carry out what is proposed",
  plan: "what Captain Hartmann proposes for the rest of this step",
  group: "select every unit of the same commander; press again for his superior's",
  box: "select several units, with a box around them or one by one",
  danger: "show what enemy fire and charges could do to the selected unit, place by place",
  escape: "undo the choice, then deselect the unit",
  turn: "turn the selected unit",
  type: "type an order",
  undo: "take back the last action, but never across a roll",
  restart: "restart my turn",
  replay: "replay; press R again to return to the game",
  ends: "first or last moment of the replay",
  space: "show the next thing at once; in a replay or film, play or pause",
  wayPoint: "on a measured table: add a way-point to the move",
  zoom: "zoom in, zoom out, whole board",
  flip: "rotate the board, with red at the bottom",
  tabs: "orders, log, table of units; chat in a game on a server",
  card: "this card",
  reading: "at reading pace",
  noWait: "without waiting",
  title: "Keys and pace",
  moves: "Moves of the computer",
  mouse: "On the board, click a unit and then its destination or target, or drag the unit there. An order that can be undone is carried out at once; with Ctrl it is shown first, so that you can turn it or add way-points. Other orders are shown with their odds, and a second click on the same place carries them out. On a measured table, the round handle in front of a unit turns it. Zoom with the wheel or two fingers. Drag an empty place, or drag with the right button, to move the board.",

  // ui/show-settings.tsx
  never: "not at all",
  shown: "Show dice and moves",
  sounds: "{box} Soft sounds",
  ask: "{box} Ask before every order, even if it can be undone",

  // speeds
  slowly: "slowly",
  quickly: "quickly",

  // keys
  shiftDrag: "Shift drag",
  shiftClick: "Shift click",
  shiftWheel: "Shift wheel",
  ctrlClick: "Ctrl click",
  arrowKeys: "Arrows",
  spaceKey: "Space",
} as const;
