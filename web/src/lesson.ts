// lesson.ts - the guided first games: a small position each, and what the coach says when.
//
// Pure data, and one function that looks at the real state of the game to see whether a step is
// done; nothing is scripted for the other side, and every action is the learner's own.
// SPDX-License-Identifier: MIT

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
| #name blue the British
| #name red the French
| #coat blue british
| #coat red french
| #name A1 3rd Foot
| #name A2 Hussars
| #name A3 Bell's Battery
| #name B1 7th Line
| #name B2 Chasseurs
| #name B3 Ruty's Battery
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
        "The 3rd Foot (A1) is infantry, the Hussars (A2) cavalry, Bell's Battery (A3) guns. A " +
        "dashed frame means: this unit may act now. Click the guns, A3.",
      until: { selected: "A3" },
    },
    {
      title: "Where it may go, whom it may hit",
      text:
        "Green squares: where the battery could move. Red frames: whom it could shoot. The " +
        "French 7th Line, B1, stands straight ahead. Click it.",
      until: { selected: "A3", proposes: "act A3 . shoot" },
    },
    {
      title: "Nothing has been rolled yet",
      text:
        'This is only a proposal. The panel shows the exact chance of every result, and the ' +
        'numbers behind it. Happy with it? Click "Do it".',
      until: { acts: 1 },
    },
    {
      title: "The dice",
      text:
        "There they are, with what came of them. Against infantry each I removes a base, against " +
        "cavalry each C, against guns each A. The small numbers are clauses: click one to read " +
        "the rule it comes from.",
    },
    {
      title: "Now attack",
      text:
        "Click the 3rd Foot, A1. Then click the enemy or a green square, and look at the odds " +
        "before you do it. To attack is to move into contact.",
      until: { acts: 2 },
    },
    {
      title: "Changed your mind?",
      text:
        "The arrow below (or the U key) takes a move back, as long as no die was rolled. The " +
        "dice of the turn are used up one by one: the Hussars can still ride. Move them if you " +
        "like.",
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
        "Whoever has twice as many units as the other wins: the two bars above show how far each " +
        "side has come. Play this one out, or begin a real battle from the start page.",
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

const LUCKY: Lesson = {
  name: "the first lesson in Lucky generals",
  record: `grognard 1
ruleset lucky 1
position
| position lucky 1
| #name blue the French
| #name red the Austrians
| #name ac0 Gen. Laval
| #name ad1 Gen. Roget
| #name bc0 Gen. Alt
| #name bd1 Gen. Neu
| #name a1 1st Brigade
| #name a2 Chasseurs
| #name a3 Foot Battery
| #name b1 Brigade Alt
| #name b2 Brigade Neu
| #name b3 Austrian Battery
| table 36 36
| year 1809
| turns 4
| home blue south
| home red north
| turn 1 blue c2
| ac0 good 18,4 pool 3
| ad1 good 18,8 under ac0
| bc0 able 18,33
| bd1 able 18,30 under bc0
| a1 inf French 12,15 0 ad1
| a2 cav French 26,12 0 ad1
| a3 foot French unl 18,14 0 ad1
| b1 inf Austrian 12,25 180 bd1
| b2 inf Austrian 26,24 180 bd1
| b3 foot Austrian limb 20,30 180 bd1
seed xoshiro 0000000000000007
blue me
red greedy
end 0
`,
  steps: [
    {
      title: "You are Gen. Laval",
      text:
        "You command the French, in blue. This turn you have three orders, and nobody stirs " +
        "without one. Click yourself: the star, ac0.",
      until: { selected: "ac0" },
    },
    {
      title: "Orders come down",
      text:
        "Your brigades belong to Gen. Roget's division. Among the orders choose to give him all " +
        "three, and do it.",
      until: { acts: 1 },
    },
    {
      title: "One for each",
      text:
        "Roget puts them on units. Click the 1st Brigade (a1) and put one order on it; the same " +
        "for the Chasseurs (a2) and the Foot Battery (a3).",
      until: { acts: 4 },
    },
    {
      title: "March",
      text:
        "Each order lets its unit act once. Click the 1st Brigade: it may end in the green area, " +
        "6 inches in column. Click a place ahead of it, and do it.",
      until: { acts: 5 },
    },
    {
      title: "Charge",
      text:
        "Click the Chasseurs: the red frame says whom they can charge. Click Brigade Neu and do " +
        "it. A charge is only declared now; it goes home after the fire.",
      until: { acts: 6 },
    },
    {
      title: "End of movement",
      text:
        'Choose "end" among the orders. The card tells who could still act: the battery fires ' +
        "better if it does not move. The Austrians may answer the charge, by a square, say.",
      until: { acts: 7 },
    },
    {
      title: "Fire",
      text:
        "Both sides fire, you last. Click the Foot Battery and one of the framed enemies: two " +
        "dice and the modifiers, each with its clause. Do it.",
      until: { acts: 8 },
    },
    {
      title: "Combat",
      text:
        "End the fire, and the charge goes home: each side adds a die and its modifiers, and the " +
        "loser falls back, is shaken or runs. The log tells every number.",
    },
    {
      title: "How to win",
      text:
        "An army that has lost more than half its units breaks: the two bars above show how near " +
        "each is. Play this one out, or begin a real battle: Outpost at the wood is the smallest.",
    },
  ],
};

const COMMANDERS: Lesson = {
  name: "the first lesson in Commanders",
  record: `grognard 1
ruleset commanders 2
position
| position commanders 2
| #name blue the British
| #name red the French
| #coat blue british
| #coat red french
| #name bI* Foot
| #name bC* Light Dragoons
| #name bA* Battery
| #name rI* Line
| option orders=4
| option rounds=3
| option victory=3
| stage planning
| a1 blue 1C
| b1 blue 3I 1A
| b2 red 2I
| c3 red 1I
seed xoshiro 0000000000000007
blue me
red greedy
end 0
`,
  steps: [
    {
      title: "You are the British",
      text:
        "Nine sectors, a1 to c3; you sit below, in blue. Both sides write orders in secret, then " +
        "everybody moves at once. You have four orders a round; an order may send several alike.",
    },
    {
      title: "Write an order",
      text:
        "Click a Foot in b1, then the sector b2 ahead of it, where two French stand. Take the " +
        "order for 3 infantry among the ways to do it, and do it.",
      until: { acts: 1 },
    },
    {
      title: "And the cavalry",
      text: "Now the Light Dragoons in a1: order them to a2, beside the enemy.",
      until: { acts: 2 },
    },
    {
      title: "Ready",
      text:
        'Choose "ready". Nothing of your plan can be seen until the round is scored; orders that ' +
        "you did not write would be saved to rally routed units.",
      until: { acts: 3 },
    },
    {
      title: "Fast movement",
      text:
        "Cavalry goes first. Send the Light Dragoons from a1 to a2 as you ordered, then say " +
        "ready. Who is ordered need not go.",
      until: { acts: 5 },
    },
    {
      title: "Bombardment, combined arms",
      text:
        "Say ready while batteries fire; then send the infantry from b1 to b2 and say ready " +
        "again. Where both meet they fight: at range, then in melee.",
      until: { acts: 8 },
    },
    {
      title: "The fight",
      text:
        "Units face each other across the border, space by space. Name a target where you are " +
        "asked, and be ready: the panel shows both sides' dice and what may come of them before " +
        "they fall.",
    },
    {
      title: "How to win",
      text:
        "Prisoners, the enemy's home sectors and the larger part of the ground bring points; " +
        "three win here. The two bars above show both sides' points. Play this one out, or begin " +
        "a real battle: Skirmish is the smallest.",
    },
  ],
};

/** The lesson of each game that has one. */
export const LESSONS: Readonly<Record<string, Lesson>> = {
  squares: LESSON,
  clausewitz: CLAUSEWITZ,
  commanders: COMMANDERS,
  lucky: LUCKY,
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
