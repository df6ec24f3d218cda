// kept-views.ts - the positions this browser was shown while something was hidden, so that a side
// can step through a round that no record tells yet.
//
// They last as long as the tab, reloads included; a finished game needs none of them.
// SPDX-License-Identifier: MIT

type View = readonly [entries: number, position: string];

const MOST = 60;
const ROOM = 400_000; // characters of all of them

export class KeptViews {
  private readonly key: string;
  private views: readonly View[];

  constructor(game: string, viewer: string) {
    this.key = `grognard.views.${game}/${viewer}`;
    this.views = this.readBack();
  }

  /** So it stood when the log had so many entries; what was kept of later ones is taken back. */
  keep(entries: number, position: string): void {
    const earlier = this.views.filter(([count]) => count < entries);
    let kept: readonly View[] = [...earlier, [entries, position] as const].slice(-MOST);
    while (kept.length > 1 && kept.reduce((sum, [, text]) => sum + text.length, 0) > ROOM)
      kept = kept.slice(1);
    this.views = kept;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      // Then they last until the page is left.
    }
  }

  /** The position after so many entries, or the next one that was shown. */
  from(entries: number): string | undefined {
    return this.views.find(([count]) => count >= entries)?.[1];
  }

  private readBack(): readonly View[] {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      return Array.isArray(found) ? found.filter(isView) : [];
    } catch {
      return [];
    }
  }
}

function isView(value: unknown): value is View {
  return Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "string";
}
