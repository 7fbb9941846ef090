// Small things of every page: steps on numbers, sections, notes to put aside, the worker of an
// installed companion. Every page works without it.

// A moment as the pages tell it, in this phone's zone: in 24 hours, or in 12 where the reader's English does.
const timeOfDay = (at) => {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [at.getHours(), two(at.getMinutes())];
  if (document.documentElement.dataset.clock !== "en") return `${two(hours)}:${minutes}`;
  return `${hours % 12 || 12}:${minutes}\u202f${hours < 12 ? "AM" : "PM"}`;
};

(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripts");
  // Only where the browser allows it: over https, or on the machine itself.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});

  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]");
    const field = step?.parentElement.querySelector("input");
    if (!field) return;
    const low = Number(field.min),
      high = Number(field.max);
    const next =
      (field.value === "" ? low - (step.dataset.step > 0 ? 1 : 0) : Number(field.value)) +
      Number(step.dataset.step);
    field.value = Math.min(high, Math.max(low, next));
    field.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "step" }));
  });

  // What few pages need is fetched where something says so, once.
  const there = new Set();
  const fetchNeeds = () => {
    for (const { dataset } of document.querySelectorAll("[data-needs]"))
      for (const address of dataset.needs.split(" ").filter((each) => !there.has(each))) {
        there.add(address);
        const made = address.includes(".css")
          ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: address })
          : Object.assign(document.createElement("script"), { src: address });
        document.head.append(made);
      }
  };
  document.addEventListener("htmx:after:swap", fetchNeeds);
  fetchNeeds();

  document.addEventListener("click", ({ target }) => {
    target.closest?.("[data-dismiss]")?.closest(".note").remove();
  });

  // What only says how it went goes by itself, once it can have been read; while somebody is at it,
  // it stays. What is refused, asked, or no longer fits stays until it is put aside.
  const READ = 4000,
    A_SIGN = 45;
  const passing = new WeakSet();
  const pass = () => {
    if (document.querySelector(".sill")) return; // at a table: sill.js
    for (const note of document.querySelectorAll("#toast > .note:is(.ok, .info, .ask)")) {
      if (passing.has(note) || note.querySelector("form")) continue;
      passing.add(note);
      const go = () => {
        if (note.matches(":hover, :focus-within") || note.querySelector("details[open]"))
          return setTimeout(go, READ / 2);
        note.remove();
      };
      setTimeout(go, READ + A_SIGN * note.textContent.trim().length);
    }
  };
  document.addEventListener("htmx:after:swap", pass);
  pass();

  // The notice without a connection goes on by itself: the address is still the wanted one.
  if (document.querySelector("[data-retry]")) {
    const again = () =>
      fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
        () => location.reload(),
        () => {},
      );
    addEventListener("online", again);
    setInterval(again, 5000);
    document.querySelector("[data-again]").addEventListener("click", (event) => {
      if (location.pathname === "/offline") return;
      event.preventDefault();
      location.reload();
    });
  }

  // A row that folds out is in view.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.matches?.(".fold"))
        target.scrollIntoView({ block: "nearest", behavior: "smooth" });
    },
    true,
  );

  // The replay goes where its slider was let go.
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches(".replay")) form.requestSubmit();
  });

  // The sections of a table's page are all there: a tab only changes which one is shown, and a link to a
  // part of one which part.
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.("a[data-tab], a[data-part]");
    const section = tab && ($(tab.dataset.tab) ?? tab.closest("section"));
    if (!section || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of tab.closest("nav").querySelectorAll("a")) {
      other.toggleAttribute("aria-current", false);
      $(other.dataset.tab)?.toggleAttribute("hidden", true);
    }
    tab.setAttribute("aria-current", "page");
    section.hidden = false;
    Object.assign(section.dataset, tab.dataset.part && { part: tab.dataset.part });
    history.replaceState(null, "", tab.href);
    scrollTo(0, 0);
  });
})();
