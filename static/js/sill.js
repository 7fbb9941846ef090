// The sill: which word it shows is decided by the page's order (see _foot.html); here is what the phone
// alone knows. A no stays until the next tap, what to do with the wood for a while at least and then until
// the next tap, the next thing that happens or the guide's word; a question of the table opens by itself
// where nobody is at anything; and a word that is tapped is told in whole, with what was said before.
(() => {
  "use strict";
  const LEAST = 8000;
  const LAST = 5;
  const $ = (id) => document.getElementById(id);
  const isAtTable = () => document.querySelector(".dock .sill");

  // -- what the foot holds, as classes of its frame, see web/templating/foot.py
  const HOLDS = {
    "has-waits": "#waits > *",
    "has-full": "#waits > .full",
    "has-toast": "#toast > *",
    "has-no": "#toast > :is(.no, .way)",
    "has-offer": "#toast > .told:not(.read) > .tap",
    "has-two": "#toast > .two",
    "has-last": "#slot-last > *",
    "has-asks": "#slot-asks > *",
    "has-first": "#missed[data-first]",
    "has-led": "#coach[data-led]",
    "has-btn": ".acts .btn",
    "has-wide": ".acts .btn:is(.main, .alone)",
    "has-main": ".acts .btn.main",
    "has-many": ".act.many",
    "has-end": "#finish",
  };
  const foot = $("dock");
  const mark = () => {
    // A word that has gone leaves nothing: what is lower is seen again.
    for (const each of foot.querySelectorAll(".sill > *"))
      if (!each.childElementCount && each.firstChild) each.replaceChildren();
    document.documentElement.classList.toggle("at-table", Boolean(isAtTable()));
    for (const [name, what] of Object.entries(HOLDS))
      foot.classList.toggle(name, Boolean(foot.querySelector(what)));
  };
  new MutationObserver(mark).observe(foot, { childList: true, attributes: true, subtree: true });
  mark();
  // The telling of a result has the page alone.
  const tell = () =>
    foot.parentElement.classList.toggle("telling", $("ceremony")?.hidden === false);
  new MutationObserver(tell).observe($("main"), {
    childList: true,
    attributeFilter: ["hidden"],
    subtree: true,
  });
  tell();

  // -- how long the answer to a tap stays
  let note = null,
    since = 0;
  // What was missed is read once, or not at all: it goes as it was read, or with a tap after a while in
  // sight. A question of the table comes first; once its sheet has been looked at, what was missed.
  let missed = null,
    told = 0;
  const catchUp = () => {
    const now = $("missed");
    if (now !== missed) told = Date.now();
    missed = now;
  };
  document.addEventListener(
    "toggle",
    ({ target, newState }) => {
      if (newState !== "closed") return;
      if (target.id === "away-sheet") missed?.remove();
      if (target.id === "told-sheet" && isWood()) note.remove();
      if (target.id === "handing-sheet" && target.closest("[data-once]"))
        putAside(target.closest("[data-once]"));
      if (target.id === "asks-sheet" && missed) missed.dataset.first = "yes";
    },
    true,
  );
  // A question has its own word; once it is answered, nothing is left of what raised it.
  const isAnswered = ({ dataset }) => {
    if (!dataset.asks) return false;
    const key = CSS.escape(dataset.asks);
    if (!document.querySelector(`#slot-questions [data-question="${key}"]`))
      return "seen" in dataset;
    dataset.seen = "yes";
    return false;
  };
  // What to do with the wood has been done when the table has gone on, and who is led waits for the next
  // step. A no waits for a tap, what there is to answer for an answer, and what is being read for its reader.
  const isWood = () =>
    note?.isConnected && !note.matches(".no, .way") && !note.querySelector(":popover-open");
  const isOver = () => isWood() && Date.now() - since > LEAST;
  // The guide's next step, or why the main thing has to wait, is read before the next tap.
  const isAwaited = () => $("coach")?.dataset.led || $("facts")?.matches("[data-barred]");
  let version = 0;
  const look = () => {
    if (note?.isConnected && isAnswered(note)) note.remove();
    const before = version;
    version = $("seen")?.value;
    const now = $("toast")?.firstElementChild ?? null;
    if (now === note) return void (before !== version && isOver() && note.remove());
    note = now;
    since = Date.now();
    if (!now) return;
    isAnswered(now);
    guard(now.querySelectorAll(":scope > .tap"));
    setTimeout(() => note === now && makeWay(), LEAST);
    setTimeout(() => note === now && isWood() && isAwaited() && now.remove(), LEAST);
  };
  // The way on has stood where the next thing was: that comes back by itself.
  const makeWay = () => {
    if (!note.querySelector(":scope > .tap")) return;
    note.classList.add("read");
    guard(document.querySelectorAll(".acts .btn"));
  };
  // What comes to lie under a thumb is not what it meant.
  const guard = (all) => {
    for (const each of all ?? []) {
      each.inert = true;
      setTimeout(() => (each.inert = false), press.AFTER);
    }
  };
  document.addEventListener("click", ({ target }) => {
    const control = target.closest?.("button, a, summary, label, input");
    if (!control || control.closest("#toast, #missed, .said") || !isAtTable()) return;
    if (missed && !isShown(missed.querySelector(".ws"))) told = Date.now();
    else if (missed) {
      missed.dataset.seen = "yes";
      if (Date.now() - told > LEAST) missed.remove();
    }
    if (note?.isConnected && (note.matches(".no") || Date.now() - since > LEAST)) note.remove();
  });

  // -- the words in whole, and the last of them
  // Browsers of before 2023 can't be asked.
  const isShown = (each) =>
    each.checkVisibility?.({ visibilityProperty: true }) ??
    (each.getClientRects().length > 0 && getComputedStyle(each).visibility === "visible");
  const current = () => {
    mark();
    return [...document.querySelectorAll(".dock :is(#waits p, :is(.sill, #toast) .ws)")].find(
      isShown,
    );
  };
  const words = (found) => found.textContent.replace(/\s+/g, " ").trim();
  let said = [];
  const listen = () => {
    const found = isAtTable() && current();
    const now = found ? words(found) : "";
    if (now && now !== said[0])
      said = [now, ...said.filter((each) => each !== now)].slice(0, LAST + 1);
  };
  document.addEventListener(
    "beforetoggle",
    ({ target, newState }) => {
      if (newState !== "open" || !target.matches?.(".said")) return;
      listen();
      const whole = target.querySelector("[data-whole]");
      if (whole && current()) whole.textContent = words(current());
      target.querySelector(".before")?.remove();
      if (said.length < 2) return;
      const before = $("before").content.cloneNode(true);
      before
        .querySelector("ol")
        .append(
          ...said
            .slice(1)
            .map((each) => Object.assign(document.createElement("li"), { textContent: each })),
        );
      target.append(before);
    },
    true,
  );

  // -- a question opens by itself, once, on a phone that waits, and with each answer that somebody
  // proposes. What every turn raises again stands in the sill: a table may leave it open
  const PLACE = `asked ${location.pathname.split("/").slice(0, 3).join("/")}`;
  const known = (place = PLACE) => {
    try {
      return JSON.parse(sessionStorage.getItem(place)) ?? [];
    } catch {
      return [];
    }
  };
  const keep = (keys, place = PLACE) => {
    try {
      sessionStorage.setItem(place, JSON.stringify(keys));
    } catch {
      /* it opens again with the page */
    }
  };
  const isBusy = () =>
    isMine() || document.querySelector(":popover-open, input:focus, select:focus, textarea:focus");
  let again = 0;
  const ask = () => {
    const sheet = $("asks-sheet");
    clearTimeout(again);
    if (!sheet) return;
    const keys = [...sheet.querySelectorAll("[data-ask]")].flatMap((each) =>
      each.dataset.ask.split(" "),
    );
    const asked = known();
    if (!$("slot-questions")?.childElementCount) {
      if (sheet.matches(":popover-open")) sheet.hidePopover();
      return;
    }
    if (keys.every((key) => asked.includes(key)) || isBusy()) return;
    // What comes of one's own tap, sooner or later than its answer, is not laid under the finger.
    if (press.mine() || press.down()) return (again = setTimeout(ask, press.AFTER));
    keep([...new Set([...asked, ...keys])]);
    sheet.showPopover();
    guard(sheet.querySelectorAll("form"));
  };
  // What came while a sheet lay there comes when it is closed.
  document.addEventListener("toggle", ({ newState }) => newState === "closed" && ask(), true);

  // -- one's own step or turn that begins, by whomever, begins at the top, and so does what comes of
  // ending it oneself; who reads while others play stays where they are
  const phase = () => $("panel-banner")?.dataset.phase;
  const isOpen = () => document.querySelector(":popover-open");
  const isMine = () => $("mine")?.dataset.mine !== "no";
  const newestOwn = () => Number($("mine")?.dataset.own ?? 0);
  let began = phase(),
    own = isMine(),
    acted = newestOwn(),
    begins = false; // as soon as no sheet lies over it
  const begin = () => {
    const was = own;
    own = isMine();
    // The turn was ended by whoever made the entry, whenever the page hears of it.
    const ends = was && !own && newestOwn() > acted;
    acted = newestOwn();
    if (began !== (began = phase()) || ends) begins = own || ends;
    if (!begins || isOpen() || $("tab-turn")?.hidden) return;
    begins = false;
    scrollTo({ top: 0, behavior: "instant" });
  };
  document.addEventListener("toggle", begin, true);

  // -- what is said once at a table is put aside by a tap or with the next own action
  const ONCE = PLACE.replace("asked", "once");
  const once = () => [...document.querySelectorAll(".sill [data-once]")];
  const drop = (found) => {
    found.remove();
  };
  const putAside = (found) => {
    keep([...known(ONCE), found.dataset.once], ONCE);
    drop(found);
  };
  document.addEventListener("click", ({ target }) => {
    const found = target.closest?.("[data-aside]")?.closest("[data-once]");
    if (found) putAside(found);
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const fields = [...(ctx?.request?.body?.keys?.() ?? [])];
    if (fields.some((name) => name.startsWith("action")) && ctx.response?.status < 300)
      once().forEach(putAside);
  });
  // What stands in the room keeps its place, with its tick.
  const tick = (found) =>
    found.setAttribute("aria-pressed", known(ONCE).includes(found.dataset.once));
  document.addEventListener("click", ({ target }) => {
    const found = target.closest?.("[data-tick]");
    if (!found) return;
    const name = found.dataset.once,
      others = known(ONCE).filter((each) => each !== name);
    keep(others.length < known(ONCE).length ? others : [...others, name], ONCE);
    tick(found);
  });
  const hideKnown = () => {
    document.querySelectorAll("[data-tick]").forEach(tick);
    once()
      .filter((each) => known(ONCE).includes(each.dataset.once))
      .forEach(drop);
  };

  const all = () => {
    begin();
    hideKnown();
    look();
    catchUp();
    listen();
    ask();
  };
  document.addEventListener("htmx:after:swap", all);
  // What the phone says itself: a tap that has failed, or waits.
  const changes = new MutationObserver(all);
  for (const place of ["toast", "waits"])
    if ($(place)) changes.observe($(place), { childList: true });
  all();
})();
