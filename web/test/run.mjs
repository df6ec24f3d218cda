// run.mjs - bundles the tests *.test.ts and runs them; prints TAP, one line for each test:
//   node test/run.mjs STATIC GROGNARD      the folder of the page, and the command to compare with
// SPDX-License-Identifier: MIT

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [statics, grognard] = process.argv.slice(2).map((name) => resolve(name));
if (!existsSync(join(statics ?? "", "grognard.wasm"))) {
  console.log("1..0 # SKIP there is no page yet: make static");
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), "grognard-page-"));
let count = 0;
let failed = 0;
try {
  const tests = readdirSync(here)
    .filter((name) => name.endsWith(".test.ts"))
    .sort();
  await build({
    absWorkingDir: here,
    entryPoints: tests,
    outdir: work,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node18",
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
    jsx: "automatic",
    jsxImportSource: "preact",
    packages: "bundle",
    // Browsers have it; node has it by itself only from version 19 on.
    banner: { js: 'import { webcrypto } from "node:crypto"; globalThis.crypto ??= webcrypto;' },
  });
  for (const name of tests) {
    const ran = spawnSync(
      process.execPath,
      ["--test-reporter=tap", name.replace(/\.ts$/, ".mjs")],
      {
        cwd: work,
        encoding: "utf8",
        maxBuffer: 1 << 26,
        env: {
          ...process.env,
          GROGNARD_STATIC: statics,
          GROGNARD: grognard,
          GROGNARD_ROOT: resolve(here, "../.."),
        },
      },
    );
    const before = count;
    for (const line of ran.stdout.split("\n")) {
      const result = /^(ok|not ok) \d+ - (.*)$/.exec(line);
      if (result !== null) {
        count++;
        if (result[1] === "not ok") failed++;
        console.log(`${result[1]} ${count} - ${name.replace(".test.ts", "")}: ${result[2]}`);
      } else if (/^ {2}(error|failureType|  )/.test(line) && ran.status !== 0) {
        console.log(`# ${line.trim()}`);
      }
    }
    if (count === before || (ran.status !== 0 && failed === 0)) {
      count++;
      failed++;
      console.log(
        `not ok ${count} - ${name} runs\n# ${ran.stderr.split("\n").slice(0, 8).join("\n# ")}`,
      );
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`1..${count}`);
process.exit(failed > 0 ? 1 : 0);
