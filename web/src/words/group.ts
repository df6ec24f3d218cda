// group.ts - the sentences of the page: orders for several units at once.
// SPDX-License-Identifier: MIT

export const GROUP = {
  // local-game.ts
  notYours: "It is not your decision now.",

  // group.ts
  leftForTheOther: {
    one: "1 of {all} orders was not given: it is now the other side's decision.",
    other: "{count} of {all} orders were not given: it is now the other side's decision.",
  },
  leftForThePhase: {
    one: "1 of {all} orders was not given: {phase} has begun.",
    other: "{count} of {all} orders were not given: {phase} has begun.",
  },

  // marches.ts
  gone: "it has left the table",
  hit: "it was hit",
  runs: "it is routing",
  dice: "dice were rolled",

  // ui/use-group.ts
  noCommander: "Nobody commands this unit.",
  stopped: "{unit} has stopped: {why}.",

  // ui/group.tsx
  severalOrders: "Orders for several units",
  eachDoes: "What each does",
  cannot: "{unit} cannot: {why}",
  idleMore: {
    one: "1 more unit has nothing of the kind to do.",
    other: "{count} more units have nothing of the kind to do.",
  },
  marchThere: "March there",
  marchTitle: "Each goes as far as it may now, and continues in later turns",
  cancel: "Cancel",
  noneCan: "None of them can do that now.",
  tells: "{chance} that it affects {unit}",
  inHand: "Units in hand",
  drawBox: "Draw a box around the units that should move as one.",
  moreUnits: "More of them",
  moreUnitsTitle: "One commander higher (G)",
  putDown: "Put down",
  allUnder: "All under {commander} ({count})",
  brigade: "The whole brigade (G)",
  everybodyFires: "Everybody fires at the best target ({count})",
  sameForAll: "The same for all {count}",
  asFar: "As far as it can now ({now}), and on in later turns",
  onMarch: "On the march",
  halt: "It goes no further",
  marchOn: "March on ({count})",
  doIt: { one: "Do it: 1 order", other: "Do it: {count} orders" },
  allFire: {
    one: "1 unit fires at its best target.",
    other: "{count} units fire, each at its best target.",
  },
  sameFor: { one: "The same for 1 unit.", other: "The same for {count} units." },
  moveAsOne: { one: "1 unit moves.", other: "{count} units move as one." },
  nowInHand: "<b>{count} units in hand:</b> {names}. Click their destination, or drag one of them.",
  nowInHandMore: "<b>{count} units in hand:</b> {names} and {more} more. Click their destination, or drag one of them.",
} as const;
