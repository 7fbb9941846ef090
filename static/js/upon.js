// A sheet whose drawing the page shows already: what is tapped lies upon the page's own, which stays
// where it is, and the sheet keeps to its words below. Where both have no room, and without scripts,
// the sheet has its drawing itself.
(() => {
  "use strict";
  const GAP = 8;
  let sheet = null;
  const drawn = () => document.getElementById(sheet.dataset.upon)?.closest("svg")?.parentElement;
  const put = (box) => {
    const { style } = sheet.querySelector(".upon") ?? {};
    for (const side of style ? ["left", "top", "width"] : [])
      style[side] = box ? `${box[side]}px` : "";
  };
  const follow = () => sheet?.matches(".lies-upon") && put(drawn()?.getBoundingClientRect());
  // Whole above the sheet and the dock, or not at all: a place that is tapped has to be seen.
  const lay = () => {
    const there = sheet?.isConnected && drawn();
    if (!there || !there.getClientRects().length) return;
    sheet.classList.add("lies-upon");
    const { top, bottom, left, right } = there.getBoundingClientRect();
    // The dock stands beside the drawing where the phone lies.
    const covers = [sheet, ...document.querySelectorAll(".dock")]
      .map((each) => each.getBoundingClientRect())
      .filter((box) => box.left < right && left < box.right);
    const foot = Math.min(...covers.map((box) => box.top)) - GAP;
    const head = document.querySelector("#slot-top")?.offsetHeight ?? 0;
    const up = top < head + GAP ? top - head - GAP : Math.max(0, bottom - foot);
    const was = scrollY;
    if (up) scrollBy({ top: up, behavior: "instant" });
    const box = there.getBoundingClientRect();
    const fits = box.top >= head && box.bottom <= foot + GAP;
    sheet.classList.toggle("lies-upon", fits);
    if (!fits && up) scrollTo({ top: was, behavior: "instant" });
    put(fits && box);
  };
  const sized = new ResizeObserver(lay);
  // The page may have been scrolled under the finger: the second half of a double tap then lies
  // outside, and browsers close the sheet that the first half has opened.
  const DOUBLE = 400;
  let opened = 0;
  let outside = false;
  addEventListener(
    "pointerdown",
    ({ target }) => {
      outside = Boolean(sheet) && !sheet.contains(target);
    },
    true,
  );
  const again = (closed) =>
    closed.isConnected && !closed.matches(":popover-open") && closed.showPopover();
  document.addEventListener(
    "beforetoggle",
    ({ target, newState }) => {
      if (!target.dataset?.upon) return;
      if (newState === "open") {
        sheet = target;
        [opened, outside] = [performance.now(), false];
        sheet.classList.toggle("lies-upon", Boolean(drawn()?.getClientRects().length));
        return sized.observe(sheet);
      }
      sized.unobserve(target);
      if (sheet !== target) return;
      if (outside && performance.now() - opened < DOUBLE) setTimeout(again, 0, target);
      sheet = null;
    },
    true,
  );
  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", lay);
})();
