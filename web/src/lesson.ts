// lesson.ts - the guided first games: a small position each, and what the coach says when.
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

export interface Lesson {
  readonly record: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

export const LESSON: Lesson = {
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

const CLAUSEWITZ: Lesson = {
  name: "the first lesson in Clausewitz",
  record: `grognard 1
ruleset clausewitz 1
position
| position clausewitz 1
| option turns=4
| phase begin
| table 60 60
| objective 1 30,30
| A1 2xLI(4) wide 2 30,18 facing 0
| B1 2xLI(3) wide 2 30,44 facing 180 hits 2
| AC 30,10
| BC 30,54
seed xoshiro 0000000000000007
blue me
red greedy
end 0
`,
  steps: [
    {
      title: "You are blue",
      text:
        "A1 is your Brigade, two battalions in line; AC is you, the Commander-in-Chief. Chits " +
        "come out of a bag, one by one: each of yours is one action of a General. The flag " +
        "between the armies is objective 1.",
    },
    {
      title: "Send an aide",
      text:
        "A Brigade earns points only at an objective it was told to hold. When it is your " +
        "turn, click AC and choose the ADC to A1 with objective 1 among the orders. Do it: he " +
        "rides by himself.",
      until: { acts: 1 },
    },
    {
      title: "Order the Brigade",
      text:
        "With your next chit click A1 and order it. Two dice against your rating and its own " +
        "say how many of its five actions it gets; the panel shows the chances before you " +
        "roll.",
      until: { acts: 2 },
    },
    {
      title: "March",
      text:
        "Now A1 acts, one action after another. Drag it towards the flag, or click where it " +
        "should go: two centimetres a march. The outline shows how far it gets.",
      until: { acts: 3 },
    },
    {
      title: "The Zone of Control",
      text:
        "Ten centimetres about every enemy a march ends. Inside, each action needs a morale " +
        "test first, and the enemy may answer it. So may you, with the actions you keep.",
    },
    {
      title: "Hold",
      text:
        'March on as far as you like, then choose "Hold!": what is left stays for reactions. ' +
        'When the bag is empty the turn ends and the flag is counted.',
      until: { acts: 5 },
    },
    {
      title: "That is all you need",
      text:
        "More points after the last turn win. Play this one out, or begin a real battle: " +
        "Picket is the smallest. How to play tells the rest in a page.",
    },
  ],
};

const STAFF: Lesson = {
  name: "the lesson of staff",
  record: `grognard 1
ruleset staff 1
position
| position staff 1
| option turn_limit=4
| table 48 36
| turn 1 blue
| phase initiative
| a1 line_inf line 24,13 0 brigade 1 "1st Foot"
| a2 line_inf line 12,6 0 brigade 1 "2nd Foot"
| a3 light_cav small line 38,7 0 brigade 1 "Hussars"
| b51 line_inf line 24,24 180 brigade 1 "11th Foot"
| b52 line_inf line 34,30 180 brigade 1 "12th Foot"
| b53 light_cav small line 10,30 180 brigade 1 "Chasseurs"
| ac1 rating 8 16,3 "Col. Hart"
| bc1 rating 8 24,33 "Col. Brunner"
seed xoshiro 0000000000000007
blue me
red greedy
end 0
`,
  steps: [
    {
      title: "You are blue",
      text:
        "a1 and a2 are battalions in line, a3 hussars, ac1 the colonel who commands them. Red's " +
        "b51 is within 12 inches of a1. Click a1.",
      until: { selected: "a1" },
    },
    {
      title: "Initiative",
      text:
        "So near to the enemy a unit may make one move without being told and without dice. " +
        "Drag a1 an inch forward, or turn it a little, and do it.",
      until: { acts: 1 },
    },
    {
      title: "The others wait",
      text:
        'Nobody else is near enough. Choose "End initiative" among the orders: now the colonel ' +
        "may speak.",
      until: { acts: 2 },
    },
    {
      title: "An order",
      text:
        "Click a2 and order it to advance, three times over. Two dice against his rating of 8: " +
        "more fails, 8 or 7 is one move, 6 two, less three, and 12 a blunder. The panel shows " +
        "the chances before you roll.",
      until: { acts: 3 },
    },
    {
      title: "What came of it",
      text:
        "If it worked, drag a2 as far as its moves go and order others. If it failed, he is " +
        "done for this turn and only rides himself: near to those he will order next.",
    },
    {
      title: "Fire",
      text:
        "After the orders comes the shooting: click a1, then b51. Each 4 hits, each hit is " +
        "saved or is a casualty, a 6 disorders.",
    },
    {
      title: "That is all you need",
      text:
        "Break two of the three units opposite and the day is yours. Play this one out, or " +
        "begin a real battle: Two battalions a side is the smallest.",
    },
  ],
};

/** The lesson of each game that has one. */
export const LESSONS: Readonly<Record<string, Lesson>> = {
  squares: LESSON,
  clausewitz: CLAUSEWITZ,
  staff: STAFF,
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
export function stepAfter(from: number, facts: Facts, lesson: Lesson = LESSON): number {
  const step = lesson.steps[from];
  const later = lesson.steps.findIndex(
    (one, index) => index > from && one.until?.acts !== undefined && facts.acts >= one.until.acts,
  );
  if (later > from) return Math.min(later + 1, lesson.steps.length - 1);
  return step !== undefined && isDone(step, facts)
    ? Math.min(from + 1, lesson.steps.length - 1)
    : from;
}
