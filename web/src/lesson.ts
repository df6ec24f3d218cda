// lesson.ts - the guided first game: a small position, and what the coach says when.
//
// Pure data, and one function that looks at the real state of the game to see whether a step is
// done; nothing is scripted for the other side, and every action is the learner's own.

export interface Facts {
  readonly selected: string | undefined;
  readonly proposed: string | undefined; // the action that is proposed
  readonly acts: number; // actions the learner has given
  readonly acting: boolean; // is it the learner's decision?
}

/** What ends a step; all that is named must hold.  Nothing named: the learner says "go on". */
export interface Until {
  readonly selected?: string;
  readonly proposes?: string; // a word the proposed action begins with
  readonly acts?: number; // at least so many
  readonly turnEnded?: true;
}

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly until?: Until;
}

export const LESSON: {
  readonly record: string;
  readonly name: string;
  readonly steps: readonly Step[];
} = {
  name: "the first lesson",
  record: `grognard 1
ruleset squares 1
position
| position squares 1
| turn blue
| pool I2 C1 A1
| A1 inf:4 d6 E
| A2 cav:4 g4 N
| A3 art:2 f3 N
| B1 inf:4 f6 S
| B2 cav:4 h8 S
| B3 art:2 g10 S
seed xoshiro 0000000000000007
blue me
red greedy
end 0
`,
  steps: [
    {
      title: "You are blue",
      text:
        "A1 is infantry, A2 cavalry, A3 a battery of guns. A dashed frame means: this unit may " +
        "act now. Click the guns, A3.",
      until: { selected: "A3" },
    },
    {
      title: "Where it may go, whom it may hit",
      text:
        "The marks show where A3 could move and whom it could shoot. Red's infantry, B1, stands " +
        "straight ahead. Click B1.",
      until: { selected: "A3", proposes: "act A3 . shoot" },
    },
    {
      title: "Nothing has been rolled yet",
      text:
        'This is only a proposal. The panel shows the exact chance of every result, and the ' +
        'numbers behind it. Happy with it? Click "Do it", or B1 once more.',
      until: { acts: 1 },
    },
    {
      title: "The dice",
      text:
        "There they are, with what came of them. An I hits infantry, a C cavalry, an A guns. The " +
        "small numbers are clauses: click one to read the rule it comes from.",
    },
    {
      title: "Now attack",
      text:
        "Click A1, your infantry. Then click the enemy or a marked square, and look at the odds " +
        "before you do it.",
      until: { acts: 2 },
    },
    {
      title: "Changed your mind?",
      text:
        "The arrow below (or the U key) takes a move back, as long as no die was rolled. The " +
        "dice of the turn are used up one by one: A2 can still ride. Move it if you like.",
    },
    {
      title: "End your turn",
      text:
        'When you are done, choose "end" among the orders, and do it. The computer then plays ' +
        'red, by the same rules.',
      until: { turnEnded: true },
    },
    {
      title: "That is all you need",
      text:
        "Whoever has twice as many units as the other wins. Play this one out, or begin a real " +
        "battle from the start page. The ? key shows every key.",
    },
  ],
};

export function isDone(step: Step, facts: Facts): boolean {
  const { until } = step;
  if (until === undefined) return false;
  return (
    (until.selected === undefined || facts.selected === until.selected) &&
    (until.proposes === undefined || facts.proposed?.startsWith(until.proposes) === true) &&
    (until.acts === undefined || facts.acts >= until.acts) &&
    (until.turnEnded === undefined || (facts.acts > 0 && !facts.acting))
  );
}

/** The first step from `from` on that is not done: a learner may run ahead of the coach. */
export function stepAfter(from: number, facts: Facts): number {
  const step = LESSON.steps[from];
  const later = LESSON.steps.findIndex(
    (one, index) => index > from && one.until?.acts !== undefined && facts.acts >= one.until.acts,
  );
  if (later > from) return Math.min(later + 1, LESSON.steps.length - 1);
  return step !== undefined && isDone(step, facts)
    ? Math.min(from + 1, LESSON.steps.length - 1)
    : from;
}
