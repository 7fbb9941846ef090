// Teach us: the first lesson that fits and was not understood on this phone stands beside its control,
// until it is understood: said so, or done. And the tour, read aloud. It sends nothing and judges nothing.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const words = (found) => found.textContent.replace(/\s+/g, " ").trim();

  // -- what was understood, by game; kept on the phone

  const place = (game) => `understood ${game}`;
  const recall = (game) => {
    try {
      return new Set((localStorage.getItem(place(game)) ?? "").split(" ").filter(Boolean));
    } catch {
      return new Set();
    }
  };
  let understood = null;
  const understand = (key) => {
    understood.add(key);
    try {
      localStorage.setItem(place($("lessons").dataset.game), [...understood].join(" "));
    } catch {
      /* forgotten with the page */
    }
  };
  document.addEventListener("click", ({ target }) => {
    const forget = target.closest?.("[data-forget]");
    if (!forget) return;
    try {
      localStorage.removeItem(place(forget.dataset.forget));
    } catch {
      /* there was nothing kept */
    }
  });

  // -- the cards, fetched once

  const deck = new Map();
  const fetchDeck = async (box) => {
    understood = recall(box.dataset.game);
    const answer = await fetch(box.dataset.deck);
    if (!answer.ok) return;
    const read = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const card of read.querySelectorAll(".lesson"))
      deck.set(card.dataset.key, document.adoptNode(card));
    show();
  };

  // -- the control that a lesson is about

  const isThere = (found) => found.checkVisibility?.() ?? found.getClientRects().length > 0;
  const canBe = (found) => found.getAttribute("aria-disabled") !== "true" && isThere(found);
  const isMain = (found) => Number(found.matches(".main"));
  const openSheet = () => [...document.querySelectorAll("[popover]:popover-open")].at(-1) ?? null;
  const says = (begins) => `[name=action]:is([value="${begins}"], [value^="${begins} "])`;
  const button = (field) =>
    field.type !== "hidden"
      ? field
      : (field.form.querySelector("button.main, .picks button, button[name]") ?? field.form);

  // What is folded away is reached by what folds it out.
  const fold = (found) => found.closest("details:not([open])")?.querySelector("summary") ?? found;

  // In the sheet that is open, otherwise on the page: what does it, or what leads there.
  const controlOf = ({ does, sheets }, sheet) => {
    const inside = (each) => each.closest("[popover]") === sheet;
    const find = (what) => [...document.querySelectorAll(what)].filter(inside);
    const doing = does.flatMap((begins) => find(says(begins)));
    const allowed = doing.filter((each) => !each.closest(".off:not(button)"));
    const found = allowed.map(button).map(fold).filter(canBe);
    const leading = sheets.flatMap((id) => find(`[popovertarget="panel-${CSS.escape(id)}"]`));
    const all = found.length ? found : leading.filter(canBe);
    return all.sort((one, other) => isMain(other) - isMain(one))[0] ?? null;
  };
  const isIn = (sheet, begins) => {
    const id = sheet.id.replace("panel-", "");
    return id === begins || id.startsWith(`${begins}-`);
  };

  // -- which lesson, and where

  const fitting = () =>
    ($("lessons")?.dataset.now ?? "")
      .split(" ")
      .map((each) => each.split(":"))
      .filter(([key]) => deck.has(key) && !understood.has(key))
      .map(([key, sheets]) => {
        const { does, beside, inside } = deck.get(key).dataset;
        return {
          key,
          does: does.replace("{seat}", $("lessons").dataset.seat).split(",").filter(Boolean),
          sheets: sheets.split(",").filter(Boolean),
          beside,
          inside,
        };
      });
  const target = (lesson, sheet) => {
    if (lesson.inside && !(sheet && isIn(sheet, lesson.inside))) return null;
    if (lesson.does.length) return controlOf(lesson, sheet);
    const panel = $(lesson.beside ? `panel-${lesson.beside}` : "slot-turn");
    return !sheet && panel && isThere(panel) ? panel : null;
  };
  let shown = null;
  const seen = new Set();
  const choose = () => {
    const sheet = openSheet();
    const found = fitting()
      .map((lesson) => ({ ...lesson, target: target(lesson, sheet) }))
      .filter((each) => each.target);
    const fits = sheet ? [...found].sort((a, b) => Boolean(b.inside) - Boolean(a.inside)) : found;
    const same = fits.find(({ key }) => key === shown?.key);
    return same && (same.inside || !fits[0].inside) ? same : (fits[0] ?? null);
  };

  // Before the row that the control stands in, wherever a card can stand: in no list, form or drawing.
  const NO_PLACE = "ul, ol, dl, table, tbody, tr, form, button, label, details, svg, .tap";
  const row = (found) => {
    if (found.closest(".acts")) return found.closest(".acts");
    let here = found;
    let frame = null; // a box whose measures say where in it something is: it stays as it is
    for (let inside = here.parentElement; inside; inside = here.parentElement) {
      const { display, flexDirection } = getComputedStyle(inside);
      if (["absolute", "fixed"].includes(getComputedStyle(here).position))
        frame = here.offsetParent;
      if (here === frame) frame = null;
      const loose = !frame;
      const stacked = display === "block" || display === "grid" || flexDirection === "column";
      if (loose && stacked && display !== "contents" && !inside.matches(NO_PLACE)) break;
      here = inside;
    }
    const { top } = here.getBoundingClientRect();
    const before = () => here.previousElementSibling;
    const isBeside = () =>
      before()?.getClientRects().length &&
      !before().matches(".lesson") &&
      before().getBoundingClientRect().top >= top - 1;
    while (isBeside()) here = before();
    return here;
  };

  const clear = () => {
    for (const each of document.querySelectorAll(".is-taught")) {
      each.classList.remove("is-taught");
      each.removeAttribute("aria-describedby");
    }
  };
  const remove = () => {
    shown?.card.remove();
    shown = null;
  };
  const put = (card, found, isPanel) => {
    const at = isPanel ? found : row(found);
    const first = isPanel && found.id === "slot-turn" ? found.firstElementChild : at;
    if (first !== card && first?.previousElementSibling !== card) first?.before(card);
    card.toggleAttribute("data-tip", !isPanel);
    if (isPanel) return;
    const middle = found.getBoundingClientRect();
    const left = card.getBoundingClientRect().left;
    card.style.setProperty("--tip", `${Math.round(middle.left + middle.width / 2 - left)}px`);
    found.classList.add("is-taught");
    found.setAttribute("aria-describedby", "lesson-words");
  };

  let busy = false;
  const show = () => {
    if (busy || !deck.size) return;
    busy = true;
    clear();
    const next = choose();
    const isNew = next && next.key !== shown?.key;
    if (!next || isNew) remove();
    if (next) {
      shown = { ...next, card: deck.get(next.key) };
      seen.add(next.key);
      put(shown.card, next.target, !next.does.length);
      if (isNew) tell();
    }
    busy = false;
  };
  // Read out once, and in view with its control; a hand that is at work elsewhere is not disturbed.
  const tell = () => {
    const { card, target: found } = shown;
    $("say").textContent = `${words(card.querySelector("h2"))}. ${words($("lesson-words"))}`;
    if (document.activeElement?.matches("input")) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const how = { block: "nearest", behavior: calm ? "auto" : "smooth" };
    if (shown.does.length) found.scrollIntoView({ block: "nearest" });
    card.scrollIntoView(how);
  };

  document.addEventListener("click", ({ target: tapped }) => {
    if (!tapped.closest?.("[data-understood]") || !shown) return;
    const found = shown.target;
    understand(shown.key);
    show();
    (shown?.card.querySelector("[data-understood]") ?? found).focus({ preventScroll: true });
  });
  // Whoever has done it has understood it; not who has done something less fitting of its kind.
  const isIt = ({ does, target: found }, said) => {
    const rank = (text) => does.findIndex((begins) => `${text} `.startsWith(`${begins} `));
    const [own, most] = [rank(said), rank(found.value ?? "")];
    return own >= 0 && (most < 0 || own <= most);
  };
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const fields = [...(ctx?.request?.body?.entries?.() ?? [])];
    const sent = fields.filter(([name]) => name.startsWith("action"));
    const said = sent.map(([, word]) => word).join(" ");
    if (!said || !shown || ctx.response?.status >= 300) return;
    if (isIt(shown, said)) understand(shown.key);
    // What led there in steps was understood with it.
    for (const { key, does } of fitting())
      if (key !== shown.key && seen.has(key) && isIt({ does, target: {} }, said)) understand(key);
  });
  let due = 0;
  const soon = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(show);
  };
  for (const name of ["htmx:after:swap", "table:here"]) document.addEventListener(name, soon);
  document.addEventListener("toggle", soon, true);
  document.addEventListener("click", soon);
  addEventListener("resize", soon);

  // -- the tour, read aloud where the browser can

  const voice = window.speechSynthesis;
  let told = "";
  let aloud = false;
  const speak = () => {
    const [button] = document.querySelectorAll("[data-aloud]");
    if (!button || !voice) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(aloud));
    const card = words(document.querySelector("#tour .told"));
    if (!aloud || card === told) return;
    told = card;
    voice.cancel();
    const said = new SpeechSynthesisUtterance(card);
    said.lang = document.documentElement.lang;
    voice.speak(said);
  };
  document.addEventListener("click", ({ target: tapped }) => {
    if (!tapped.closest?.("[data-aloud]")) return;
    aloud = !aloud;
    told = "";
    voice.cancel();
    speak();
  });

  const begin = () => {
    const box = $("lessons");
    if (box && !understood) fetchDeck(box).catch(() => {});
    else if (!box && shown) {
      clear();
      remove();
    }
    speak();
  };
  document.addEventListener("htmx:after:swap", begin);
  begin();
})();
