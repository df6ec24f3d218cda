// offline.ts - a service worker: whoever has been here once needs no network to play.
//
// Every file of the page is kept at the first visit.  The network comes first, always, so that
// nobody plays an old page; the kept copy answers only
// when there is no network.  Only the page's own files are kept, never what a server says of a
// game.
// SPDX-License-Identifier: MIT

/// <reference lib="webworker" />

declare const FILES_TO_KEEP: readonly string[]; // build.mjs writes the list

const KEPT = "grognard";
const FILES = /(\/|\.html|\.js|\.css|\.wasm|\.svg|\.webmanifest)$/;
const self_ = self as unknown as ServiceWorkerGlobalScope;

self_.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self_.skipWaiting()));
});

self_.addEventListener("activate", (event) => event.waitUntil(self_.clients.claim()));

self_.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self_.location.origin) return;
  if (!FILES.test(url.pathname)) return;
  event.respondWith(answer(event.request));
});

/** One after another, so that the page itself and others in the same house have the lines; kept
 *  when all are there, so that no copy is made of two pages. */
async function keepAll(): Promise<void> {
  const fresh: [string, Response][] = [];
  for (const name of FILES_TO_KEEP) {
    const file = await fetch(name);
    if (!file.ok) throw new Error(`${name}: ${file.status}`);
    fresh.push([name, file.clone()]);
    await file.arrayBuffer(); // the line is free for the next
  }
  const kept = await caches.open(KEPT);
  for (const [name, file] of fresh) await kept.put(name, file);
}

async function answer(request: Request): Promise<Response> {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(request, { ignoreSearch: true });
    if (old !== undefined) return old;
    throw error;
  }
}
