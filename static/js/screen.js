// The table screen: what does not fit into its place is shown a step smaller, as far as five steps.
// What is shown and where is the page's own.
(() => {
  "use strict";
  const STEPS = 5;
  // Letters may stand out of their own line; it is the cards and columns that must hold theirs.
  const BOXES = "section, .card, .all-seats > li";
  const isFull = (place) =>
    [place, ...place.querySelectorAll(BOXES)].some(
      (box) => box.clientHeight && box.scrollHeight > box.clientHeight + 2,
    );
  const headings = () => {
    for (const words of document.querySelectorAll("#slot-top h1, .win h1")) {
      const around = words.closest("#slot-top, .win");
      around.removeAttribute("data-long");
      const line = parseFloat(getComputedStyle(words).fontSize);
      around.toggleAttribute("data-long", words.clientHeight > 2 * line);
    }
  };
  const fit = () => {
    headings();
    for (const place of document.querySelectorAll(".board > *")) {
      place.removeAttribute("data-tight");
      for (let step = 1; step <= STEPS && isFull(place); step += 1) place.dataset.tight = step;
    }
  };
  // The last action comes as a headline and fades, unless its people want nothing to move.
  const NEWS = [
    { opacity: 0, transform: "translateY(0.5em)" },
    { opacity: 1, transform: "none", offset: 0.06 },
    { opacity: 1, offset: 0.92 },
    { opacity: 0.75 },
  ];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let told = "";
  let shown = null;
  const headline = () => {
    const line = document.querySelector("#log li");
    const words = line?.textContent ?? "";
    if (words === told) return;
    shown?.cancel();
    if (told && !still.matches) shown = line?.animate(NEWS, { duration: 8000, fill: "forwards" });
    told = words;
  };
  // Another turn, phase or round: its words come in, and a light passes over them. One that
  // comes meanwhile is just there: nothing moves more than twice a second.
  const LONG = 600;
  const WORDS = [
    { opacity: 0, transform: "translateX(-0.8em)" },
    { opacity: 1, transform: "none" },
  ];
  const LIGHT = [
    { opacity: 0, transform: "translateX(-30%)" },
    { opacity: 0.5, offset: 0.4 },
    { opacity: 0, transform: "translateX(233%)" },
  ];
  let phase = "";
  let passing = null;
  const turn = () => {
    const banner = document.querySelector("#slot-top .banner");
    const words = banner?.textContent ?? "";
    if (words === phase) return;
    if (phase && banner && !still.matches && passing?.playState !== "running") {
      const how = { duration: LONG, easing: "ease-out" };
      banner.querySelector(".who").animate(WORDS, how);
      passing = banner.animate(LIGHT, { ...how, pseudoElement: "::after" });
    }
    phase = words;
  };
  let due = 0;
  const soon = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(fit);
  };
  for (const name of ["resize", "load"]) addEventListener(name, soon);
  const look = () => {
    headline();
    turn();
  };
  look();
  // The same people play on: the television goes with them.
  const follow = () => {
    const next = document.querySelector("#onward [data-follow]")?.href;
    if (next && next !== location.href) location.assign(next);
  };
  follow();
  document.addEventListener("htmx:after:swap", () => {
    soon();
    look();
    follow();
  });
  document.fonts?.ready.then(soon);
})();
