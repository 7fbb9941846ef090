// What a tap needs besides htmx: its intent, the newest version seen, a sheet that closes when the
// answer is yes, and a place to wait while the table cannot be reached. It never judges a tap.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const words = document.body.dataset;

  // crypto.randomUUID is missing over plain http on a local name; getRandomValues is not.
  const fresh = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
      b.toString(16).padStart(2, "0"),
    ).join("");

  // A tap that got no answer keeps its intent: the same tap again then counts once, while it waits or
  // the page shows what it showed then. Later it is another tap: the next turn's "End turn".
  const unanswered = new Map();
  const intentOf = (said) => {
    const { intent, seen } = unanswered.get(said) ?? {};
    return isWaiting({ intent }) || seen === $("seen")?.value ? intent : null;
  };
  // The same button and fields are one tap until their answer, and a moment after it.
  const pressed = new Set();
  const answered = new Set(); // of those: in that moment
  const taps = new WeakMap();
  const LATE = 1500; // until somebody looks whether the table can be reached
  const underWay = new Set();
  const over = new WeakMap(); // what is to be done when a tap has its answer, or none
  const forget = (said) => {
    pressed.delete(said);
    answered.delete(said);
  };
  // Who has opened a sheet since then means it again.
  addEventListener(
    "click",
    ({ target }) => target.closest?.("[popovertarget]") && answered.forEach(forget),
    true,
  );
  // The sheet that a tap brings opens by itself, unless something else has been touched by then, or the
  // led round says what comes next.
  let following = "";
  const follow = () => {
    const sheet = following && $(following);
    if (!sheet) return;
    following = "";
    if (!$("coach")) sheet.showPopover();
  };
  for (const touch of ["pointerdown", "keydown"])
    document.addEventListener(touch, () => (following = ""), true);
  document.addEventListener("htmx:after:swap", follow);
  const isTap = (ctx) =>
    ctx?.request?.method === "POST" &&
    ctx.request.form?.elements.intent &&
    !("ask" in (ctx.sourceElement?.dataset ?? {}));

  const saidBy = (to, fields) =>
    [to, ...[...fields].filter(([name]) => !["intent", "seen"].includes(name))].join("|");

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (!isTap(ctx)) return;
    const body = ctx.request.body,
      own = ctx.request.form.dataset,
      held = "held" in own;
    const said = saidBy(ctx.request.action, body);
    const each = "saves" in own || ctx.request.submitter?.matches("[data-each]");
    if (!held && !each && pressed.has(said)) return event.preventDefault();
    if (!held) {
      body.set("intent", own.intent ?? (each ? null : intentOf(said)) ?? fresh());
      if ($("seen")) body.set("seen", own.seen ?? $("seen").value);
    }
    const face = ctx.request.submitter?.querySelector("b") ?? ctx.request.submitter;
    const number = "saves" in own ? ctx.request.form.id : "";
    const label = number
      ? `${ctx.request.form.querySelector("input[type=number]").getAttribute("aria-label")}: ${body.get("action.1")}`
      : face?.textContent.trim() || ctx.request.submitter?.getAttribute("aria-label") || "";
    taps.set(ctx, {
      said,
      held,
      intent: body.get("intent"),
      seen: body.get("seen"),
      to: ctx.request.action,
      fields: [...body],
      label,
      number,
      sheet: ctx.sourceElement.closest("[popover]"),
    });
    const opens = ctx.request.submitter?.closest("[data-opens]")?.dataset.opens;
    following = opens && !$(opens) ? opens : "";
    underWay.add(ctx);
    // None is dropped that is another one.
    if (!("saves" in own)) ctx.sourceElement.setAttribute("hx-sync", "this:queue all");
    const done = held ? null : press.sent();
    if (!held && !each) pressed.add(said);
    over.set(ctx, () => {
      done?.();
      answered.add(said);
      setTimeout(() => forget(said), press.AFTER);
    });
    setTimeout(() => {
      if (underWay.has(ctx)) document.dispatchEvent(new Event("table:late"));
    }, LATE);
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    underWay.delete(ctx);
    over.get(ctx)?.();
  });
  // After an outage: what went out into it is not waited for, but sent again, and counts once.
  document.addEventListener("table:back", () => {
    for (const ctx of underWay) ctx.request.abort?.("timeout");
    setTimeout(send, 50);
  });

  const tell = (text) => {
    const note = document.createElement("p");
    note.className = "note no";
    note.append(
      Object.assign(document.createElement("span"), { className: "ws", textContent: text }),
    );
    $("toast").replaceChildren(note);
  };

  // -- the taps that wait, on the page and kept over a reload

  const PLACE = `waiting ${location.pathname.split("/").slice(0, 3).join("/")}`;
  let waiting = [],
    sending = false;

  const recall = () => {
    try {
      return [JSON.parse(sessionStorage.getItem(PLACE)) ?? []].flat();
    } catch {
      return [];
    }
  };
  const keep = (taps) => {
    waiting = taps;
    sending = false;
    try {
      if (taps.length) sessionStorage.setItem(PLACE, JSON.stringify(taps));
      else sessionStorage.removeItem(PLACE);
    } catch {
      /* a browser that keeps nothing: the tap waits on the open page only */
    }
    draw();
  };
  const isWaiting = ({ intent }) => waiting.some((each) => each.intent === intent);
  const drop = (intent) => keep(waiting.filter((each) => each.intent !== intent));

  const draw = () => {
    $("waits").replaceChildren();
    for (const tap of waiting) {
      const note = $("waits-note").content.cloneNode(true),
        form = note.querySelector("form");
      form.querySelector("b").textContent = tap.label;
      form.dataset.waits = tap.intent;
      form.setAttribute("hx-post", tap.to);
      for (const [name, value] of tap.fields)
        form.append(
          Object.assign(document.createElement("input"), { type: "hidden", name, value }),
        );
      $("waits").append(note);
      htmx.process(form);
    }
  };

  // In the order in which they were tapped: the next one when the first has its answer.
  const send = () => {
    if (!waiting.length || sending || !navigator.onLine) return;
    sending = true;
    $("waits").querySelector("form").requestSubmit();
  };

  document.addEventListener("table:here", send);
  document.addEventListener("click", ({ target }) => {
    const intent = target.closest?.("[data-drop]")?.form.dataset.waits;
    if (!intent) return;
    unanswered.delete(waiting.find((each) => each.intent === intent)?.said);
    drop(intent);
  });

  // The one that waits says so itself, beside its Cancel.
  const tellFull = ({ intent }) => {
    const form = $("waits").querySelector(`[data-waits="${intent}"]`);
    form.classList.add("full");
    form.querySelector("p").textContent = words.full;
  };

  // A number that waits takes the place of an older one of the same thing; of other taps one waits.
  const lost = (ctx, tap) => {
    let one;
    unanswered.set(tap.said, tap);
    pressed.delete(tap.said);
    if (tap.held) sending = false;
    else if (tap.number) keep([...waiting.filter((each) => each.number !== tap.number), tap]);
    else if ((one = waiting.find((each) => !each.number && each.intent !== tap.intent)))
      tellFull(one);
    else {
      closeSheets(ctx);
      $("toast").replaceChildren();
      keep([...waiting.filter((each) => each.intent !== tap.intent), tap]);
    }
  };

  // -- what comes back

  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    const tap = taps.get(ctx ?? {});
    if (tap && ctx.text === undefined) lost(ctx, tap);
  });

  // As it was at the tap: the news may have taken the form away since.
  const sheetOf = (ctx) => taps.get(ctx).sheet;

  // The page's own answer line lies under an open sheet, so the sheet shows it too.
  const answerInSheet = (ctx) => {
    const place = sheetOf(ctx)?.querySelector(".answer");
    if (!place) return;
    const copy = ($("toast").querySelector("[data-told]") ?? $("toast")).cloneNode(true);
    copy.querySelectorAll("[popover]").forEach((inner) => inner.remove());
    copy.querySelectorAll("[id]").forEach((inner) => inner.removeAttribute("id"));
    place.replaceChildren(...copy.childNodes);
    // A form of a copy is not htmx's yet: it would leave the page.
    htmx.process(place);
    place.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const tap = taps.get(ctx);
    if (!tap) return;
    const ours = ctx.text.includes("<hx-partial");
    // Between two starts of the companion a proxy answers for it: the tap has reached nobody.
    if (!ours && ctx.response.status >= 502) return lost(ctx, tap);
    // The news may have come first and have taken the tapped form off the page. htmx leaves an answer
    // unread whose place is gone; ours says itself where each of its parts belongs.
    if (!ctx.target?.isConnected) ctx.target = $("toast");
    // It could not be saved: our answer says why, and the tap waits until it can.
    if (ctx.response.status === 503) return lost(ctx, tap);
    unanswered.delete(tap.said);
    // Too many at once: one that waits goes on waiting, and is sent again at the next beat.
    if (ctx.response.status === 429 && isWaiting(tap)) {
      sending = false;
      return;
    }
    if (isWaiting(tap)) {
      drop(tap.intent);
      send();
    }
    if (ctx.response.status >= 300) following = "";
    if (ctx.response.status < 300) {
      closeSheets(ctx);
      // What was asked in the spot of a tap is answered: the row that takes its place asks anew. A
      // tap that tells nothing of the game (the guide's "Done", a yes to another) answers nothing.
      if (tap.fields.some(([name]) => name === "action"))
        for (const each of document.querySelectorAll(".quick")) each.reset();
      // What nobody could see yet is still to be told.
      document.querySelector("#missed[data-seen]")?.remove();
    } else if (!ours) tell(words.failed);
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (taps.has(ctx) && ctx.response.status >= 400) answerInSheet(ctx);
  });

  const closeSheets = (ctx) => {
    // A number goes on being stepped.
    if (ctx.sourceElement?.matches?.("[data-saves]")) return;
    // A row that folded out for this tap has done its work: the next one is not tapped by mistake.
    const row = ctx.sourceElement?.closest?.("details.fold");
    if (row) row.open = false;
    for (let sheet = sheetOf(ctx); sheet; sheet = sheet.parentElement?.closest("[popover]")) {
      if (sheet.matches(":popover-open")) sheet.hidePopover();
      sheet.querySelector(".answer")?.replaceChildren();
      sheet.querySelectorAll("form").forEach((form) => form.reset());
      sheet.querySelectorAll("details[open]").forEach((cover) => {
        cover.open = false;
      });
    }
  };

  keep(recall());
  for (const tap of waiting) unanswered.set(saidBy(tap.to, tap.fields), tap);
})();
