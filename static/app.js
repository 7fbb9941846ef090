// What a tap needs besides htmx: its intent, the newest version seen, steps on numbers, an open
// sheet that closes when the answer is yes. Every page works without it; it never judges.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripts");

  // crypto.randomUUID is missing over plain http on a local name; getRandomValues is not.
  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

  // A tap that got no answer keeps its intent: the same tap again then counts once.
  const unanswered = new Map();
  const taps = new WeakMap();
  const isTap = (ctx) => ctx?.request?.method === "POST" && ctx.request.form?.elements.intent;

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (!isTap(ctx)) return;
    const body = ctx.request.body;
    const words = [...body].filter(([name]) => !["intent", "seen"].includes(name)).join("|");
    body.set("intent", unanswered.get(words) ?? fresh());
    if ($("seen")) body.set("seen", $("seen").value);
    taps.set(ctx, { words, intent: body.get("intent") });
  });

  const tell = (words) => {
    const note = document.createElement("p");
    note.className = "note no";
    note.textContent = words;
    $("toast").replaceChildren(note);
  };

  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    const tap = taps.get(ctx ?? {});
    if (!tap) return;
    unanswered.set(tap.words, tap.intent);
    tell(document.body.dataset.lost);
    answerInSheet(ctx);
  });

  const sheetOf = (ctx) => ctx.sourceElement?.closest?.("[popover]");

  // The page's own answer line lies under an open sheet, so the sheet shows it too.
  const answerInSheet = (ctx) => {
    const place = sheetOf(ctx)?.querySelector(".answer");
    if (!place) return;
    const copy = $("toast").cloneNode(true);
    copy.querySelectorAll("[popover]").forEach((inner) => inner.remove());
    copy.querySelectorAll("[id]").forEach((inner) => inner.removeAttribute("id"));
    place.replaceChildren(...copy.childNodes);
    place.scrollIntoView({ block: "nearest" });
  };

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const tap = taps.get(ctx);
    if (!tap) return;
    unanswered.delete(tap.words);
    if (ctx.response.status < 300) closeSheets(ctx);
    else if (!ctx.text.includes("<hx-partial")) tell(document.body.dataset.failed);
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (taps.has(ctx) && ctx.response.status >= 400) answerInSheet(ctx);
  });

  const closeSheets = (ctx) => {
    for (let sheet = sheetOf(ctx); sheet; sheet = sheet.parentElement?.closest("[popover]")) {
      if (sheet.matches(":popover-open")) sheet.hidePopover();
      sheet.querySelector(".answer")?.replaceChildren();
      sheet.querySelectorAll("form").forEach((form) => form.reset());
      sheet.querySelectorAll("details[open]").forEach((cover) => { cover.open = false; });
    }
  };

  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]");
    const field = step?.parentElement.querySelector("input");
    if (!field) return;
    const low = Number(field.min), high = Number(field.max);
    const next = (field.value === "" ? low - (step.dataset.step > 0 ? 1 : 0) : Number(field.value)) + Number(step.dataset.step);
    field.value = Math.min(high, Math.max(low, next));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The sections of a table's page are all there: a tab only changes which one is shown.
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.("a[data-tab]");
    const section = tab && $(tab.dataset.tab);
    if (!section || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of tab.closest("nav").querySelectorAll("a[data-tab]")) {
      other.toggleAttribute("aria-current", false);
      $(other.dataset.tab)?.toggleAttribute("hidden", true);
    }
    tab.setAttribute("aria-current", "page");
    section.hidden = false;
    history.replaceState(null, "", tab.href);
    scrollTo(0, 0);
  });
})();
