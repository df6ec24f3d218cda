// whole.ts - what comes after the first look: the core, and every screen but the first.
// SPDX-License-Identifier: MIT

import { Engine, freshSeed } from "./engine";
import { Session } from "./laid-session";
import { SavedGames } from "./saved";
import { KeptSeats } from "./seats";
import { shelf } from "./shelf";
import { WorkerThinker } from "./thinker";
import type { Whole } from "./ui/app";
import { notify } from "./ui/notices";
import { Screen } from "./ui/screens";
import { beginTips } from "./ui/tip";

/** From the response that brings the core. */
export async function whole(core: Response): Promise<Whole> {
  const engine = await Engine.load(core);
  const session = new Session(
    engine,
    new WorkerThinker(engine.module, notify),
    new SavedGames(shelf),
    new KeptSeats(shelf),
    freshSeed,
    notify,
  );
  beginTips();
  return { session, Screen };
}
