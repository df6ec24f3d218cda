// plan.ts - the sentences of the page: what a computer player proposes for the rest of a step.
// SPDX-License-Identifier: MIT

export const PLAN = {
  // ui/plan.tsx
  ask: "As {player} proposes",
  askTitle: "See everything that he would order in this step, before you decide (P)",
  planning: "{player} is making a plan",
  giving: "The orders are given",
  list: "Proposed orders",
  proposes: "{player} proposes",
  putAway: "Put the proposals away",
  all: { one: "Accept 1 order", other: "Accept all {count} orders" },
  rolls: { one: "(1 cannot be undone)", other: "({count} cannot be undone)" },
  allTitle: "Give these orders. If dice change what is possible, he proposes again and the step goes on.",
  dice: "cannot be undone",
  skip: "Skip this order",
  ending: "He would then end this step. That is for you to decide.",
  walk: "N shows the next order on the board, Enter accepts it.",
} as const;
