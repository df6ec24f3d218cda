// offline.ts - a service worker: what was seen once can be seen without a network.
//
// The network comes first, always, so that nobody plays an old page; the kept copy answers only
// when there is no network.  Only the page's own files are kept, never what a server says of a game.

/// <reference lib="webworker" />

const KEPT = "grognard";
const FILES = /(\/|\.html|\.js|\.css|\.wasm|\.svg|\.webmanifest)$/;
const self_ = self as unknown as ServiceWorkerGlobalScope;

self_.addEventListener("install", (event) => {
  const files = ["./", "main.js", "theme.js", "worker.js", "page.css", "icon.svg", "grognard.wasm"];
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(files)).then(() => self_.skipWaiting()));
});

self_.addEventListener("activate", (event) => event.waitUntil(self_.clients.claim()));

self_.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self_.location.origin || !FILES.test(url.pathname)) return;
  event.respondWith(answer(event.request));
});

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
