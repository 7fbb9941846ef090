// What is not looked at, a closed sheet or a tab, is only announced when it has become another one; it is
// fetched when a thumb goes for it, and at once where it is open. What was there stays until then.
// What a person has opened, chosen or typed stays as it is while the table changes under it.
(() => {
  "use strict";
  const base = location.pathname.split("/").slice(0, 3).join("/");
  const asked = new Map(); // where it was asked for, with the marks of what was asked for
  const TABS = "section[id^=tab-]";

  // A sheet, or the section of a tab with all that is announced there.
  const placeOf = (found) => found.closest(`[popover], ${TABS}`);
  const announced = (place) =>
    place.matches(TABS) ? [...place.querySelectorAll(":scope > [data-later]")] : [place];
  const saidAt = (place) =>
    announced(place)
      .map((each) => each.dataset.later)
      .filter(Boolean)
      .join();
  const fetchLater = async (place) => {
    const marks = new Map(announced(place).map((each) => [each.id, each.dataset.later]));
    const said = saidAt(place);
    // One at a time: an answer that a newer one has overtaken would stay for good.
    if (!said || asked.has(place)) return;
    asked.set(place, marks);
    const [kind, name] = place.id.split(/-(.*)/);
    try {
      await htmx.ajax("GET", `${base}/${kind === "tab" ? "tab" : "sheet"}/${name}`, {
        source: place,
        target: place,
        swap: "none",
      });
    } finally {
      asked.delete(place);
      if (place.isConnected) {
        sayAge(place, marks);
        if (saidAt(place) !== said) fetchLater(place);
      }
    }
  };
  // What could not be fetched stays as it was, and says from when that is.
  const sayAge = (place, marks) => {
    place.querySelector(":scope > .aged")?.remove();
    const old = announced(place).find(
      ({ id, dataset }) => dataset.later && dataset.later === marks.get(id),
    );
    if (!old) return;
    const { aged, absent } = document.body.dataset;
    const note = document.createElement("p");
    note.className = "note warn aged";
    note.setAttribute("role", "status");
    note.textContent = old.dataset.since ? aged.replace("{time}", old.dataset.since) : absent;
    place.prepend(note);
  };
  const fetchOpen = () => {
    const open = `[data-later]:popover-open, ${TABS}:not([hidden]) > [data-later]`;
    for (const place of new Set([...document.querySelectorAll(open)].map(placeOf)))
      fetchLater(place);
  };

  const seat = (mark) => mark?.split(".")[0];
  htmx.registerExtension("sheets", {
    htmx_before_morph_node: (was, { newNode: now }) => {
      if (was.matches("details") && now.matches?.("details")) now.open = was.open;
      const { later, mark, same } = now.dataset ?? {};
      if (same !== undefined) return false;
      if (was.id !== now.id) return true;
      // What has been announced since it was asked for is still to come.
      if (mark && was.dataset.later && was.dataset.later !== mark) {
        const told = asked.get(placeOf(was))?.get(was.id);
        if (told !== was.dataset.later) now.dataset.later = was.dataset.later;
      }
      if (!later) return true;
      const shown = was.dataset.mark ?? was.dataset.later;
      if (was.matches(`${TABS} > div`) && seat(shown) !== seat(later)) return true; // another seat's
      // An answer under way may be older than what is shown: this stays announced until it is here.
      if (was.dataset.mark === later && !asked.has(placeOf(was))) {
        delete was.dataset.later;
        delete was.dataset.since;
      } else {
        if (was.dataset.mark) was.dataset.since ??= timeOfDay(new Date());
        was.dataset.later = later;
      }
      return false;
    },
  });

  // -- half-filled forms and opened covers: news brings what the table says, never what a hand has done
  const asks = (form) => form.querySelector("input[name=action]")?.value;
  // The points of a row that are held while it asks which star goes back are a checkbox.
  const isOption = (each) =>
    each.type === "radio" || (each.type === "checkbox" && each.form.matches(".quick"));
  const isChosen = (each) => isOption(each) && each.checked && !each.defaultChecked;
  const isTyped = (each) =>
    ["number", "text"].includes(each.type) && each.value !== each.defaultValue;
  const putBack = (form, said) => {
    for (const { name, value, option } of said) {
      const same = [...form.elements].filter((each) => each.name === name);
      if (!option) {
        if (same[0]) same[0].value = value;
        continue;
      }
      const still = same.find((each) => each.value === value);
      if (still) still.checked = true;
    }
  };
  // A choice that is no longer offered falls back to what the new sheet proposes: never to its neighbour.
  const unchoose = (form, said) => {
    for (const { name, option } of said) {
      if (option)
        for (const each of form.elements)
          if (each.name === name) each.checked = each.defaultChecked;
    }
  };

  htmx.registerExtension("kept", {
    htmx_before_morph_node: (was, { newNode: now }) => {
      if (!was.matches?.("form") || asks(was) !== asks(now)) return true;
      const said = [...was.elements]
        .filter((each) => isChosen(each) || isTyped(each))
        .map((each) => ({ name: each.name, value: each.value, option: isOption(each) }));
      // The morph itself is one piece of work: when it is done, and before anything is painted.
      if (said.length)
        queueMicrotask(() => {
          unchoose(was, said);
          putBack(was, said);
        });
      return true;
    },
  });

  // What was entered about one's own things counts when its sheet is closed, however it is closed.
  document.addEventListener(
    "toggle",
    ({ target, newState }) => {
      if (newState !== "closed" || !target.matches?.("[data-keeps]")) return;
      const form = target.querySelector("form.fields");
      if (form && [...form.elements].some(isTyped) && form.checkValidity())
        form.requestSubmit(form.querySelector(".btn.main"));
    },
    true,
  );

  const opened = ({ target }) => {
    const opener = target.closest?.("[popovertarget], [data-tab]");
    const place = opener?.getAttribute("popovertarget") ?? opener?.dataset.tab;
    if (place && document.getElementById(place)) fetchLater(document.getElementById(place));
  };
  for (const name of ["htmx:after:swap", "table:here"]) document.addEventListener(name, fetchOpen);
  document.addEventListener("pointerdown", opened);
  document.addEventListener("click", opened);
  document.addEventListener("focusin", opened);
  document.addEventListener(
    "beforetoggle",
    ({ target, newState }) => {
      if (newState === "open") fetchLater(target);
    },
    true,
  );

  // What is preset and was never in sight nobody has chosen: the tap that would send it shows it instead.
  const looked = new WeakSet();
  const PRESET = ".fld input[type=radio]:checked:not([value=''])";
  const presets = (form) =>
    [...form.querySelectorAll(PRESET)].filter((each) => each.defaultChecked);
  const faceOf = (each) => each.closest("label") ?? each;
  const lookAt = (sheet) => {
    if (!sheet?.matches?.("[popover]:popover-open")) return;
    const box = sheet.getBoundingClientRect();
    for (const form of sheet.querySelectorAll("form")) {
      const foot = form.querySelector(".foot")?.getBoundingClientRect().top ?? box.bottom;
      for (const each of presets(form)) {
        const { top, height } = faceOf(each).getBoundingClientRect();
        const middle = top + height / 2;
        if (height && middle > box.top && middle < Math.min(foot, innerHeight)) looked.add(each);
      }
    }
  };
  const lookSoon = (sheet) => requestAnimationFrame(() => lookAt(sheet));
  for (const happens of ["toggle", "scroll"])
    document.addEventListener(happens, ({ target }) => lookSoon(target), true);
  document.addEventListener("htmx:after:swap", () =>
    document.querySelectorAll(".sheet:popover-open").forEach(lookSoon),
  );
  document.addEventListener(
    "click",
    (event) => {
      const form = event.target.closest?.(".sheet .foot .btn.main")?.form;
      if (!form) return;
      lookAt(form.closest(".sheet"));
      const unseen = presets(form).find((each) => !looked.has(each));
      if (!unseen) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const fold = unseen.closest("details:not([open])");
      if (fold) fold.open = true;
      faceOf(unseen).scrollIntoView({ block: "center", behavior: "instant" });
    },
    true,
  );

  // What is still to be chosen is said in the app's words, at its place: a browser's own bubble
  // is in the browser's language and points at a radio button that nobody sees.
  // A tap that said something (the points of a tile) is not forgotten for what is missing: it stands
  // as chosen, and is done when that has been chosen.
  let told = false;
  let tapped = null;
  const held = new WeakMap();
  const hold = (form) => {
    if (tapped?.form !== form || !tapped.name || !tapped.value) return;
    held.get(form)?.removeAttribute("aria-pressed");
    held.set(form, tapped);
    tapped.setAttribute("aria-pressed", "true");
  };
  const goOn = ({ target: { form } }) => {
    const button = held.get(form);
    if (!button?.isConnected || !form.checkValidity()) return;
    held.delete(form);
    button.removeAttribute("aria-pressed");
    button.click();
  };
  document.addEventListener("click", ({ target }) => (tapped = target.closest?.("button")), true);
  document.addEventListener("change", goOn);
  document.addEventListener(
    "invalid",
    (event) => {
      const field = event.target.closest(".fld");
      if (!field) return;
      event.preventDefault();
      hold(event.target.form);
      if (told) return;
      told = true;
      setTimeout(() => (told = false));
      const label = field.querySelector(".label");
      const note = document.createElement("p");
      note.className = "note warn missing";
      note.setAttribute("role", "alert");
      note.textContent = document.body.dataset.missing;
      document.querySelector(".missing")?.remove();
      label.after(note);
      field.addEventListener("change", () => note.remove(), { once: true });
      field.scrollIntoView({ block: "center" });
    },
    true,
  );
})();
