// The watchdog of the live stream: notices a silent one, opens it again, and says so on the page.
// It never draws anything: the first message of every stream is the whole view.
(() => {
  "use strict";
  const box = document.getElementById("live");
  if (!box) return;
  const QUIET = 25000; // two and a half heartbeats
  const AGAIN = 3000;
  let due = Date.now() + QUIET;

  const show = (state) => { document.body.dataset.live = state; };
  const beat = () => { due = Date.now() + QUIET; show("on"); };
  const lost = () => { due = Math.min(due, Date.now() + AGAIN); if (!document.hidden) show("off"); };

  // An open stream is cut, so that htmx opens the next one; where there is none, one is asked for.
  const reopen = () => {
    due = Date.now() + AGAIN;
    const stream = box._htmx?.sse;
    if (!stream) htmx.trigger(box, "live:connect");
    else if (stream.reader) stream.reader.cancel().catch(() => {});
    else stream.delayCanceller?.();
  };

  for (const name of ["htmx:sse:after:connection", "htmx:sse:after:message", "hb"]) box.addEventListener(name, beat);
  for (const name of ["htmx:sse:error", "htmx:sse:close", "htmx:error", "htmx:response:error"]) box.addEventListener(name, lost);
  addEventListener("online", reopen);
  addEventListener("offline", () => show("off"));
  addEventListener("pageshow", (event) => { if (event.persisted) reopen(); });
  document.addEventListener("visibilitychange", () => { due = Date.now() + AGAIN; });
  setInterval(() => {
    if (document.hidden || Date.now() < due) return;
    show("off");
    reopen();
  }, 1000);
})();
