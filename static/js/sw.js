// The worker of the installed companion: keeps the shell and the rules for a phone without a
// connection. It never keeps a table, a tap or a stream, and never answers for one. The server
// writes TOLD above this: version, shell, rules, the pages beside them and how these are drawn.
"use strict";
const SHELL = `shell-${TOLD.version}`,
  RULES = `rules-${TOLD.version}`;
const OFFLINE = TOLD.shell[0];

const keep = async (name, files) =>
  (await caches.open(name)).addAll(files.map((file) => new Request(file, { cache: "reload" })));

// The rules are kept where they can be had; without them there is still a shell.
const keepAll = () =>
  keep(SHELL, TOLD.shell)
    .then(() => keep(RULES, TOLD.rules).catch(() => {}))
    .then(() => keep(RULES, [...TOLD.drawn, ...TOLD.more]).catch(() => {}));

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => ![SHELL, RULES].includes(name)).map((name) => caches.delete(name)),
        ),
      )
      .then(() => clients.claim()),
  );
});

// The pages of a game's rules alone are kept, one of each for each game: what was asked there, or
// at which table, makes no page of its own.
const page = async (request, isRules) => {
  const { pathname, search } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (isRules && answer.ok && !search) (await caches.open(RULES)).put(pathname, answer.clone());
    return answer;
  } catch {
    const kept = isRules && (await caches.match(pathname, { ignoreVary: true }));
    return kept || caches.match(OFFLINE, { ignoreVary: true });
  }
};

const file = async (request) =>
  (await caches.match(request, { ignoreVary: true })) || fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === TOLD.language) {
    // What is kept speaks the language that the phone has from now on.
    const chosen = fetch(request);
    event.respondWith(chosen);
    event.waitUntil(chosen.then(keepAll).catch(() => {}));
    return;
  }
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate")
    event.respondWith(page(request, [...TOLD.rules, ...TOLD.more].includes(pathname)));
});
