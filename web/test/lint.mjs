// lint.mjs - the linter over the page's code and its tests, as TAP.
// SPDX-License-Identifier: MIT

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const linter = join(web, "node_modules/.bin/eslint");
if (!existsSync(linter)) {
  console.log("1..0 # SKIP there is no linter yet: make static");
  process.exit(0);
}
const ran = spawnSync(linter, ["--max-warnings=0", "src", "test"], { cwd: web, encoding: "utf8" });
const verdict = ran.status === 0 ? "ok" : "not ok";
console.log(`${verdict} 1 - the page's code and its tests have nothing that the linter finds`);
if (ran.status !== 0)
  for (const line of ran.stdout.split("\n").slice(0, 40)) console.log(`# ${line}`);
console.log("1..1");
process.exit(ran.status === 0 ? 0 : 1);
