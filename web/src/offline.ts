// offline.ts - a service worker: whoever has been here once needs no network to play.
//
// Every file of the page is kept at the first visit.  The network comes first, always, so that
// nobody plays an old page; the kept copy answers only
// when there is no network.  Only the page's own files are kept, never what a server says of a
// game.

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

async function keepAll(): Promise<void> {
  const kept = await caches.open(KEPT);
  await kept.addAll([...FILES_TO_KEEP]);
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
