// Back, the gesture of a phone or the browser's arrow, closes the sheet that is open and leaves the page
// where it is: an opened sheet is a step in the history, which its closing takes back.
(() => {
  "use strict";
  const open = []; // the newest last
  let steps = 0, // of them in the history
    ours = 0; // steps back that this script takes itself
  // A step back must not scroll the page, which has gone on meanwhile; one that leaves it may.
  const step = () => {
    steps = 1;
    history.scrollRestoration = "manual";
    history.pushState({ sheet: true }, "");
  };
  const isOpen = (sheet) => sheet.isConnected && sheet.matches(":popover-open");

  document.addEventListener(
    "toggle",
    ({ target, newState }) => {
      if (!target.matches?.("[popover]")) return;
      if (newState === "open") {
        open.push(target);
        // One step for all that lie upon each other: closing the last one takes it back.
        if (!steps) step();
        return;
      }
      if (open.includes(target)) open.splice(open.indexOf(target), 1);
      if (open.some(isOpen) || !steps) return;
      open.length = 0;
      steps = 0;
      if (history.state?.sheet) {
        ours += 1;
        history.back();
      }
    },
    true,
  );

  addEventListener("popstate", () => {
    history.scrollRestoration = "auto";
    if (ours) {
      ours -= 1;
      return;
    }
    const top = open.filter(isOpen).at(-1);
    steps = 0;
    if (!top) return;
    top.hidePopover();
    // What lies below it is closed by the next one.
    if (open.some((each) => each !== top && isOpen(each))) step();
  });
})();
