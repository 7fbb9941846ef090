// The table screen: what does not fit into its place is shown a step smaller, as far as five steps.
// It only measures; what is shown and where is the page's own.
(() => {
  "use strict";
  const STEPS = 5;
  // Letters may stand out of their own line; it is the cards and columns that must hold theirs.
  const BOXES = "section, .card, .all-seats > li";
  const isFull = (place) =>
    [place, ...place.querySelectorAll(BOXES)].some(
      (box) => box.clientHeight && box.scrollHeight > box.clientHeight + 2,
    );
  const fit = () => {
    for (const place of document.querySelectorAll(".board > *")) {
      place.removeAttribute("data-tight");
      for (let step = 1; step <= STEPS && isFull(place); step += 1) place.dataset.tight = step;
    }
  };
  let due = 0;
  const soon = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(fit);
  };
  for (const name of ["resize", "load"]) addEventListener(name, soon);
  document.addEventListener("htmx:after:swap", soon);
  document.fonts?.ready.then(soon);
})();
