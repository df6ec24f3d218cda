/*
 * space_hash.mjs - prints what space-hash prints, from the kernel compiled for the page.
 *
 *   node tests/space_hash.mjs FILE.wasm [COUNT]
 */
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";

const [path, count = "20000"] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
const kernel = instance.exports;

function text(at) {
    const bytes = new Uint8Array(kernel.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

for (let which = 0; which < kernel.space_primitives(); which++) {
    const hash = BigInt.asUintN(64, kernel.space_hash(which, Number(count)));
    console.log(`${count} ${text(kernel.space_primitive(which))} ${hash.toString(16).padStart(16, "0")}`);
}
