// corrected.tsx - which rules were corrected since a game was begun, or played: folded, because
// there may be many, and the orders stand below.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Correction } from "../engine-types";

export function CorrectedRules({
  words,
  corrections,
}: {
  words: string;
  corrections: readonly Correction[];
}): JSX.Element {
  return (
    <details class="corrected">
      <summary>{words}</summary>
      <ul>
        {corrections.map((one) => (
          <li key={one.id}>
            {one.text} ({one.clause})
          </li>
        ))}
      </ul>
    </details>
  );
}
