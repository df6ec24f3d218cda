// build.mjs - makes the page:   node build.mjs OUT [--watch]
//
// Bundles what stands in `entries`, copies what stands in `copies`, and prints what it weighs.
// The core (grognard.wasm) is put there by `make static`, not by this script.

import { build, context } from "esbuild";
import { cp, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writePages } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../build/static"));

const entries = {
  main: "src/main.tsx",
  theme: "src/theme-early.ts",
  worker: "src/worker.ts",
  offline: "src/offline.ts",
};
const copies = {
  "index.html": "index.html",
  "page.css": "page.css",
  "icon.svg": "icon.svg",
  "manifest.webmanifest": "manifest.webmanifest",
};

const options = {
  absWorkingDir: here,
  entryPoints: entries,
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  sourcemap: false,
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  logLevel: "warning",
};

await mkdir(out, { recursive: true });
for (const [from, to] of Object.entries(copies)) {
  await cp(join(here, from), join(out, to), { recursive: true });
}
await writePages(join(here, "../docs"), out);
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  const made = await build(options);
  for (const file of Object.keys(made.metafile.outputs)) {
    const { size } = await stat(join(here, file));
    console.log(`${String(size).padStart(9)}  ${file.slice(file.lastIndexOf("/") + 1)}`);
  }
}
