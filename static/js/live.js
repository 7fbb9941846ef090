// The watchdog of the live stream: notices a silent one, asks whether the table can be reached,
// opens the stream again when it can, and says so on the page. Where there is no room for a stream
// it looks by itself, slowly; after an upgrade it loads the page anew. It never draws anything: the
// first message of a stream is what the page does not show; all of it where the page has changed.
(() => {
  "use strict";
  const box = document.getElementById("live");
  if (!box) return;
  const QUIET = 1000 * box.dataset.beat + 2000; // a heartbeat is overdue
  const AGAIN = 3000;
  const HUNG = 1400; // an attempt that took so long met silence, not a refusal
  const OUTAGE = 2; // so many questions without an answer, one after the other: a bad line loses one now and then
  const PATIENCE = 2000; // how long a question waits for its answer: the next one goes out then
  const LAG = 1500; // from the answer to a tap until what it has changed is asked for
  const LOOK = 15000; // between two looks without a stream
  const ROOM = 20000; // until a stream is asked for again, and up to half as long more: not all at once
  const LONG = 60000;
  const page = document.documentElement;
  let due = Date.now() + QUIET,
    heard = Date.now(),
    slow = 0,
    nextLook = 0,
    tried = 0,
    asking = false,
    unheard = 0,
    off = 0;

  // For a minute without a line it is one that comes back; then a person has to look after it.
  const show = (state) => {
    off = state === "off" ? off || Date.now() : 0;
    document.body.dataset.live = state;
    document.body.toggleAttribute("data-lost", off && Date.now() > off + LONG);
  };

  // The page sleeps until something is due: a question, or a look without a stream. What puts that
  // off leaves the alarm as it is, which then only sets the next one; what brings it forward, or a
  // machine that has slept itself, sets it anew.
  let alarm = 0,
    set = Infinity;
  const arm = () => {
    const now = Date.now(),
      at = slow && now < slow ? Math.min(nextLook, slow) : due;
    if (document.hidden || asking || at >= set) return;
    clearTimeout(alarm);
    set = at;
    alarm = setTimeout(watch, at - now);
  };
  const here = () => document.dispatchEvent(new Event("table:here"));
  const back = () => document.dispatchEvent(new Event("table:back"));
  const beat = () => {
    if (unheard >= OUTAGE) back();
    tried = unheard = slow = 0;
    heard = Date.now();
    due = heard + QUIET;
    show("on");
    here();
  };
  // Whoever was refused waits a little, for the others' sake; who met silence has waited already.
  const lost = () => {
    const now = Date.now();
    due = Math.min(due, tried && now - tried > HUNG ? now : now + AGAIN);
    if (!document.hidden && !slow) show("off");
    arm();
  };

  // -- an upgrade: the page is older than the companion. Not over somebody's shoulder: what is
  // open or half typed is finished first.
  const busy = () =>
    document.querySelector("[popover]:popover-open, #waits form, input:focus, .htmx-request");
  const compare = ({ detail }) => {
    const version = String(detail?.data ?? "").split(" ")[1];
    if (!version || version === page.dataset.version || busy()) return;
    if (sessionStorage.getItem("loaded for") === version) return; // once is enough
    sessionStorage.setItem("loaded for", version);
    location.reload();
  };

  // -- no room for a stream: the page looks by itself
  const full = (status) => {
    if (status !== 503) return false;
    if (!slow) nextLook = 0;
    slow = Date.now() + ROOM * (1 + Math.random() / 2);
    show("slow");
    arm();
    return true;
  };
  const look = async () => {
    nextLook = Date.now() + LOOK;
    const seen = document.getElementById("seen")?.value ?? "";
    const address = new URL(box.dataset.news, location.href);
    address.searchParams.set("seen", seen);
    await htmx.ajax("GET", address.pathname + address.search, {
      source: box,
      target: box,
      swap: "none",
    });
  };
  // The answer to a tap says how new the table is; what is new comes by the stream, if that lives.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (press.newest(ctx)) setTimeout(() => press.shows(press.newest(ctx)) || look(), LAG);
  });
  const isNews = (ctx) => ctx?.request?.action.startsWith(box.dataset.news.split("?")[0]);

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const seen = document.getElementById("seen");
    if (!ctx || !seen) return;
    if (ctx.sourceElement === box) ctx.request.headers["Last-Event-ID"] = lastSeen() || seen.value;
    // What the page shows, at each attempt: one that failed is made again with these headers.
    Object.defineProperty(ctx.request.headers, "Shown", {
      get: () => document.getElementById("seen").dataset.shown,
      enumerable: true,
    });
  });
  box.addEventListener(
    "htmx:response:error",
    ({ detail: { ctx } }) => full(ctx?.response?.status) || lost(),
  );
  box.addEventListener("htmx:sse:error", ({ detail }) => full(detail?.status) || lost());
  box.addEventListener("htmx:sse:before:connection", (event) => {
    tried = Date.now();
    if (slow && Date.now() < slow && event.detail.connection.attempt) event.preventDefault();
  });
  box.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!slow || !isNews(ctx) || ctx.response.status >= 300) return;
    show("slow");
    here();
  });

  // -- what this phone had seen, also when the browser has thrown the page away meanwhile
  const PLACE = `seen ${location.pathname.split("/").slice(0, 3).join("/")}`;
  const before = (() => {
    try {
      return localStorage.getItem(PLACE);
    } catch {
      return null;
    }
  })();
  let started = false;
  const lastSeen = () => (started ? "" : before);
  const remember = () => {
    started = true;
    try {
      localStorage.setItem(PLACE, document.getElementById("seen")?.value ?? "");
    } catch {
      /* told less */
    }
  };

  // A stream is cut, so that htmx opens the next one; where there is none, one is asked for.
  const reopen = () => {
    due = Date.now() + AGAIN;
    arm();
    const stream = box._htmx?.sse;
    if (stream?.reader) stream.reader.cancel().catch(() => {});
    else if (stream?.delayCanceller) stream.delayCanceller();
    else {
      stream?.abortController?.abort();
      setTimeout(() => htmx.trigger(box, "live:connect"));
    }
  };

  // -- silence: what was on its way when the line fell silent is sent again by the machines later and
  // later, long after the line is back. A small question, asked anew each time, knows at once; and
  // whoever is only slow is not burdened with a whole view.
  //
  // A browser keeps six lines to one address, those included that it tries in vain to open, each of
  // them less and less often. Without credentials it keeps six more: the questions take those, and
  // only a few of the page's own, which the stream and a tap need when the table is back. So many
  // lines, begun one after the other, are tried one after the other for the next minute as well.
  const OTHERS = 6,
    OWN = 3;
  const reached = async () => {
    const credentials = unheard < OTHERS || unheard >= OTHERS + OWN ? "omit" : "same-origin";
    const patience = PATIENCE * (1 + Math.random() / 8);
    const asked = new AbortController(),
      timer = setTimeout(() => asked.abort(), patience);
    try {
      return (
        await fetch(box.dataset.here, { cache: "no-store", credentials, signal: asked.signal })
      ).ok;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = async () => {
    const begun = Date.now(),
      silent = unheard;
    asking = true;
    const yes = await reached();
    asking = false;
    if (heard <= begun) judge(yes, begun, silent); // else the stream itself has spoken meanwhile
    arm();
  };
  const judge = (yes, begun, silent) => {
    const now = Date.now();
    if (!yes) {
      unheard += 1;
      due = now - begun > HUNG ? now : now + AGAIN;
      show("off");
    } else if (!box._htmx?.sse?.reader && now < tried + HUNG) due = tried + HUNG; // it is about to open
    else if (silent >= OUTAGE || !box._htmx?.sse?.reader || now > heard + QUIET + PATIENCE) {
      unheard = 0;
      reopen();
      back();
    } else due = Math.max(now, heard + QUIET) + PATIENCE; // a beat may be late
  };
  const watch = () => {
    clearTimeout(alarm);
    set = Infinity;
    if (document.hidden || asking) return;
    if (slow && Date.now() < slow) {
      if (Date.now() >= nextLook) look();
    } else if (Date.now() >= due) ask();
    arm();
  };

  for (const name of ["htmx:sse:after:connection", "htmx:sse:after:message", "hb"])
    box.addEventListener(name, beat);
  box.addEventListener("hb", compare);
  box.addEventListener("gone", () => location.reload()); // the table was deleted: the page says so
  box.addEventListener("htmx:sse:after:message", remember);
  for (const name of ["htmx:sse:close", "htmx:error"]) box.addEventListener(name, lost);
  addEventListener("online", () => {
    slow = 0;
    reopen();
  });
  addEventListener("offline", () => show("off"));
  addEventListener("pageshow", (event) => {
    if (event.persisted) reopen();
  });
  document.addEventListener("visibilitychange", () => {
    due = Date.now() + AGAIN;
    off = 0; // nobody was looking
    watch();
  });
  document.addEventListener("table:late", () => {
    due = Math.min(due, Date.now());
    arm();
  });
  // A machine that slept with its page in sight has stopped its alarms as well; nothing says so.
  for (const name of ["focus", "pointerdown"]) addEventListener(name, watch, { passive: true });
  arm();
})();
