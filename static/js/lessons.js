// Teach us: one line above the bar, and a ring round the control that it is about. What the table is led
// through comes from the server; otherwise the first lesson that fits and was not understood on this
// phone, until it is understood: said so, or done. And the tour, read aloud. It judges nothing.
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
  const openSheet = () =>
    [...document.querySelectorAll("[popover]:popover-open:not(.said)")].at(-1) ?? null;
  const says = (begins) => `[name=action]:is([value="${begins}"], [value^="${begins} "])`;
  const button = (field) =>
    field.type !== "hidden"
      ? field
      : (field.form.querySelector("button.main, .picks button, button[name]") ?? field.form);

  // What is folded away is reached by what folds it out.
  const fold = (found) => found.closest("details:not([open])")?.querySelector("summary") ?? found;

  // In the sheet that is open, otherwise on the page: what does it, or what leads there.
  const controlsOf = ({ does, sheets }, sheet) => {
    const inside = (each) => each.closest("[popover]") === sheet;
    const find = (what) => [...document.querySelectorAll(what)].filter(inside);
    const doing = does.flatMap((begins) => find(says(begins)));
    const allowed = doing.filter((each) => !each.closest(".off:not(button)"));
    const found = allowed.map(button).map(fold).filter(canBe);
    const leading = sheets.flatMap((id) => find(`[popovertarget="panel-${CSS.escape(id)}"]`));
    const all = found.length ? found : leading.filter(canBe);
    return all.sort((one, other) => isMain(other) - isMain(one));
  };
  // Where there is a choice all of it is ringed: a hint recommends nothing. Of ways to do the same in
  // several panels the first one's are.
  const panelOf = (control) => control.closest("[id^=panel-]");
  const verbOf = (control) => {
    const field = control.name === "action" ? control : (control.form ?? control);
    return (field.value ?? field.querySelector("[name=action]")?.value ?? "").split(" ")[0];
  };
  const ringed = (found) => {
    const isOneWay = new Set(found.map(verbOf).filter(Boolean)).size < 2;
    const controls = found.filter((each) => !isOneWay || panelOf(each) === panelOf(found[0]));
    if (controls.length < 2) return controls[0] ?? null;
    const range = new Range();
    const [first, ...others] = controls;
    range.selectNode(first);
    for (const each of others) {
      if (range.comparePoint(each.parentNode, [...each.parentNode.childNodes].indexOf(each)) < 0)
        range.setStartBefore(each);
      else range.setEndAfter(each);
    }
    const all = range.commonAncestorContainer;
    const isPlace = all.closest("[popover], main, .dock") === all || all.id.startsWith("slot-");
    return isPlace || all.querySelector("[id^=slot-]") ? null : all;
  };
  const isIn = (sheet, begins) => {
    const id = sheet.id.replace("panel-", "");
    return id === begins || id.startsWith(`${begins}-`);
  };

  // -- which lesson, and what it is about

  const split = (list) => (list ?? "").split(",").filter(Boolean);
  const fitting = () =>
    ($("lessons")?.dataset.now ?? "")
      .split(" ")
      .map((each) => each.split(":"))
      .filter(([key]) => deck.has(key) && !understood.has(key))
      .map(([key, sheets]) => {
        const { does, beside, inside } = deck.get(key).dataset;
        const begins = split(does.replace("{seat}", $("lessons").dataset.seat));
        return { key, does: begins, sheets: split(sheets), beside, inside };
      });
  const target = (lesson, sheet) => {
    if (lesson.inside && !(sheet && isIn(sheet, lesson.inside))) return null;
    if (lesson.does.length) return controlsOf(lesson, sheet)[0] ?? null;
    const panel = $(lesson.beside ? `panel-${lesson.beside}` : "slot-turn");
    return !sheet && panel && isThere(panel) ? panel : null;
  };
  let shown = null;
  // A step has one, and none once that one was put aside: more nobody reads. What a sheet asks is a step
  // of its own.
  const step = () => document.getElementById("panel-banner")?.dataset.phase ?? "";
  let given = new Set();
  let turn = "";
  const choose = () => {
    const sheet = openSheet();
    const found = fitting()
      .map((lesson) => ({ ...lesson, target: target(lesson, sheet) }))
      .filter(({ key, target: there }) => there && (sheet || given.has(key) || !given.size));
    const fits = sheet ? [...found].sort((a, b) => Boolean(b.inside) - Boolean(a.inside)) : found;
    const same = fits.find(({ key }) => key === shown?.key);
    return same && (same.inside || !fits[0].inside) ? same : (fits[0] ?? null);
  };

  const clear = () => {
    for (const each of document.querySelectorAll(".is-taught")) {
      each.classList.remove("is-taught");
      each.removeAttribute("aria-describedby");
    }
  };
  const ring = (controls, id) => {
    const found = ringed(controls);
    found?.classList.add("is-taught");
    found?.setAttribute("aria-describedby", id);
    return found;
  };
  // What a new guided step is about comes into sight, once; who then reads elsewhere is left there. A
  // hint moves nothing: an own turn begins at the top.
  let come = "";
  const comeIntoSight = (found, key) => {
    const now = `${key} ${step()}`;
    if (come === now || !found) return;
    come = now;
    if (!found.closest(".dock, [popover]")) found.scrollIntoView({ block: "nearest" });
  };
  const remove = () => {
    shown?.card.remove();
    shown = null;
  };
  // The led round speaks for all: beside it there is no line of this phone's own.
  const showLed = (coach) => {
    remove();
    const { does, sheets, ticks } = coach.dataset;
    // Of a list that is ticked the next line comes first.
    const next = ticks != null && !openSheet() && document.querySelector("[data-next]");
    if (next && isThere(next)) return void ring([next], "coach-words");
    if (!does) return;
    const begins = split(does.replace("{seat}", $("lessons")?.dataset.seat ?? ""));
    const there = controlsOf({ does: begins, sheets: split(sheets) }, openSheet());
    // Some of it is done at once, and some in a sheet: the choice is all of it, where it lies together.
    const leading = begins[1] ? controlsOf({ does: [], sheets: split(sheets) }, openSheet()) : [];
    const all = [...there, ...leading];
    comeIntoSight(ring(ringed(all) ? all : there, "coach-words") ?? there[0], coach.dataset.led);
  };
  const showHint = () => {
    const now = `${$("lessons")?.dataset.turn ?? ""} ${step()}`;
    if (now !== turn) given = new Set();
    turn = now;
    const next = choose();
    const isNew = next && next.key !== shown?.key;
    if (!next || isNew) remove();
    if (!next) return;
    shown = { ...next, card: deck.get(next.key) };
    if (!openSheet()) given.add(next.key);
    // Where a sheet is open the line stands at its foot: the dock lies below it.
    const place = openSheet() ?? $("hint");
    if (shown.card.parentElement !== place) place.append(shown.card);
    if (next.does.length) ring(controlsOf(next, openSheet()), "lesson-words");
    if (isNew) $("say").textContent = words(shown.card.querySelector("p"));
  };
  // In the first rounds of who learns, what to take stands in words at once, until a finger folds it up,
  // something of the turn is done, or the guide goes on; never after. A first tap on "I took fewer"
  // brings the ways to say so.
  const turnNow = () => $("lessons")?.dataset.turn;
  let folded = null; // the turn in which it was
  let fewer = false;
  let listed = false; // whether the list was there when something was sent
  document.addEventListener(
    "submit",
    () => (listed = Boolean(document.querySelector(".got"))),
    true,
  );
  document.addEventListener("click", (tap) => {
    const list = tap.target.closest?.(".got summary")?.parentElement;
    if (!list) return;
    if (list.dataset.spelled !== "") return (folded = list.open ? turnNow() : null);
    tap.preventDefault();
    fewer = true;
    spellOut();
  });
  const spellOut = () => {
    const led = $("coach")?.dataset;
    const isDue = led?.led ? led.spells != null : $("lessons")?.dataset.early != null;
    const spelled = isDue && folded !== turnNow();
    if (!spelled) fewer = false;
    for (const list of document.querySelectorAll(`details.got${spelled ? "" : "[data-spelled]"}`)) {
      list.open = spelled;
      if (spelled) list.dataset.spelled = fewer ? "fewer" : "";
      else list.removeAttribute("data-spelled");
    }
  };
  let busy = false;
  const show = () => {
    if (busy || !$("hint")) return;
    busy = true;
    clear();
    spellOut();
    const coach = $("coach");
    if (coach) showLed(coach);
    else if ($("guide_over")) remove();
    else if (deck.size) showHint();
    busy = false;
  };

  document.addEventListener("click", ({ target: tapped }) => {
    if (!tapped.closest?.("[data-understood]") || !shown) return;
    const found = shown.target;
    understand(shown.key);
    show();
    (shown?.card.querySelector("[data-understood]") ?? found)?.focus({ preventScroll: true });
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
    if (!said || ctx.response?.status >= 300) return;
    if (listed) folded = turnNow();
    if (!understood) return;
    if (shown && isIt(shown, said)) understand(shown.key);
    // What was done by hand needs no hint any more, whether it had one or not.
    for (const { key, does } of fitting())
      if (key !== shown?.key && isIt({ does, target: {} }, said)) understand(key);
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
  soon();
})();
