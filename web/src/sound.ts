// sound.ts - soft sounds of dice and losses, made on the spot; only where they are wanted.
// SPDX-License-Identifier: MIT

import type { Show } from "./show";

let context: AudioContext | undefined;

/** One short tone that dies away. */
function knock(at: number, pitch: number, loud: number): void {
  if (context === undefined) return;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.08);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.14);
}

/** A knock for each die, a brighter one for each that counts, a dull one for losses. */
export function soundOf(show: Show): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  const begun = context.currentTime + 0.02;
  for (const roll of show.rolls)
    for (const [index] of (roll.event.dice ?? []).entries()) {
      const counts = roll.event.counts?.[index] === true;
      knock(begun + (roll.begins + index * roll.step) / 1000, counts ? 520 : 240, 0.05);
    }
  for (const loss of show.losses) knock(begun + loss.begins / 1000, 110, 0.08);
}
