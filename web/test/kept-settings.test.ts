// kept-settings.test.ts - what was chosen in the page goes with the account.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSettings, KEPT, merged, takeUp } from "../src/kept-settings";
import { choose, fits, isKey, setting } from "../src/settings";

test("the account's choices come first, but for what was chosen here and not sent yet", () => {
  assert.deepEqual(merged({}, {}, []), { taken: {}, sent: {} });
  assert.deepEqual(merged({ pace: "350" }, { pace: "900" }, []), {
    taken: { pace: "350" },
    sent: {},
  });
  assert.deepEqual(merged({ pace: "350" }, { pace: "900" }, ["pace"]), {
    taken: {},
    sent: { pace: "900" },
  });
  assert.deepEqual(merged({ pace: "350" }, {}, ["pace"]), { taken: { pace: "350" }, sent: {} });
  assert.deepEqual(merged({}, { sound: "true", show: "slow" }, []), {
    taken: {},
    sent: { sound: "true", show: "slow" },
  });
  assert.deepEqual(merged({ theme: "dark" }, { theme: "dark" }, ["theme"]), {
    taken: {},
    sent: {},
  });
});

test("what cannot be a setting is not taken up, whoever kept it", () => {
  assert.deepEqual(merged({ theme: "<b>", pace: "-1", visited: "true", toString: "x" }, {}, []), {
    taken: {},
    sent: {},
  });
  assert.deepEqual(merged({ pace: "NaN" }, { pace: "900" }, []), {
    taken: {},
    sent: { pace: "900" },
  });
  assert.ok(fits("pace", "0") && !fits("pace", "60001") && !fits("pace", "1e3"));
  assert.ok(fits("sound", "true") && !fits("sound", "1"));
  assert.ok(fits("show", "slow") && !fits("show", ""));
  assert.ok(isKey("theme") && !isKey("toString") && !isKey("constructor"));
  for (const key of KEPT) assert.ok(isKey(key));
});

/** A browser with its memory, and a server that answers or is away. */
class World {
  readonly kept = new Map<string, string>();
  readonly calls: unknown[] = [];
  away = false;

  constructor() {
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => this.kept.get(key) ?? null,
        setItem: (key: string, value: string) => void this.kept.set(key, value),
        removeItem: (key: string) => void this.kept.delete(key),
      },
      location: new URL("http://localhost/"),
      document: { baseURI: "http://localhost/", documentElement: { dataset: {} } },
      matchMedia: () => ({ matches: false }),
      fetch: (address: URL, { body }: { body: string }) => {
        if (this.away) return Promise.reject(new Error("away"));
        this.calls.push([address.pathname, JSON.parse(body)]);
        return Promise.resolve(new Response("{}"));
      },
    });
  }
}

const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

/** Everything that was to be sent has arrived. */
async function arrived({ kept }: World): Promise<void> {
  while (kept.get("grognard.settings-unsent") !== "") await soon();
}

test("choices are sent for an account, wait while the server is away, and stay here", async () => {
  const world = new World();
  keepSettings();
  choose("pace", 350);
  await soon();
  assert.deepEqual(world.calls, [], "who is not logged in sends nothing");

  takeUp({ name: "Anna", page: { show: "slow" } });
  await arrived(world);
  assert.equal(setting("show"), "slow");
  assert.deepEqual(world.calls.splice(0), [["/api/me/page", { pace: "350" }]]);

  choose("theme", "dark");
  choose("visited", true);
  await arrived(world);
  assert.deepEqual(world.calls.splice(0), [["/api/me/page", { theme: "dark" }]]);

  world.away = true;
  choose("sound", true);
  choose("theme", "light");
  await soon();
  assert.equal(setting("sound"), true);
  world.away = false;
  takeUp({ name: "Anna", page: { pace: "350", show: "off", theme: "dark" } });
  await arrived(world);
  assert.equal(setting("show"), "off", "chosen elsewhere meanwhile");
  assert.equal(setting("theme"), "light", "chosen here, and not sent yet");
  assert.deepEqual(world.calls.splice(0), [["/api/me/page", { theme: "light", sound: "true" }]]);

  takeUp({ name: null });
  choose("theme", "auto");
  await soon();
  assert.deepEqual(world.calls, [], "who has logged out sends nothing");
  assert.equal(setting("pace"), 350);

  takeUp({ name: "Bob", page: { theme: "dark" } });
  await soon();
  assert.equal(setting("theme"), "dark", "another account has its own");
});
