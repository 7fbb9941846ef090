// A sheet that has become another one is only announced; it is fetched when a thumb goes for it, and
// at once where it is open. What was there stays until then: a page never shows an empty sheet for it.
// And whatever somebody has unfolded stays unfolded while others act.
(() => {
  "use strict";
  const base = location.pathname.split("/").slice(0, 3).join("/");
  const asked = new WeakMap();

  const fetchSheet = async (sheet) => {
    const mark = sheet?.dataset.later;
    if (!mark || asked.get(sheet) === mark) return;
    asked.set(sheet, mark);
    try {
      await htmx.ajax("GET", `${base}/sheet/${sheet.id.replace("panel-", "")}`, { source: sheet, target: sheet, swap: "none" });
    } finally {
      asked.delete(sheet);
    }
  };

  htmx.registerExtension("sheets", {
    htmx_before_morph_node: (was, { newNode: now }) => {
      if (was.matches("details") && now.matches?.("details")) now.open = was.open;
      const mark = now.dataset?.later;
      if (!mark || was.id !== now.id) return true;
      if (was.dataset.mark === mark) was.removeAttribute("data-later");
      else {
        was.dataset.later = mark;
        if (was.matches(":popover-open")) fetchSheet(was);
      }
      return false;
    },
  });

  const opened = ({ target }) => {
    const opener = target.closest?.("[popovertarget]");
    if (opener) fetchSheet(document.getElementById(opener.getAttribute("popovertarget")));
  };
  document.addEventListener("table:here", () => document.querySelectorAll("[data-later]:popover-open").forEach(fetchSheet));
  document.addEventListener("pointerdown", opened);
  document.addEventListener("focusin", opened);
  document.addEventListener("beforetoggle", ({ target, newState }) => { if (newState === "open") fetchSheet(target); }, true);
})();
