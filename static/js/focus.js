// Where the keyboard is: in the sheet while one is open, since the page behind it is out of reach; and
// after an action where it was, or as near to that as there still is something.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const isThere = (found) =>
    found.isConnected &&
    !found.closest("[inert]") &&
    !found.disabled &&
    (found.checkVisibility?.({ visibilityProperty: true }) ?? found.getClientRects().length > 0);
  const isLost = () => {
    const active = document.activeElement;
    return !active || active === document.body || !isThere(active);
  };
  const go = (found) => {
    if (!found.matches(REACHED) && !found.hasAttribute("tabindex")) found.tabIndex = -1;
    found.focus({ preventScroll: true });
    return document.activeElement === found;
  };

  // -- the page behind an open sheet is out of reach; what it says aloud is not
  const open = []; // the newest last
  const openers = new WeakMap();
  const behind = new Set();
  // News may take an open sheet off the page; nothing tells of that.
  const top = () => {
    while (open.length && !(open.at(-1).isConnected && open.at(-1).matches(":popover-open")))
      open.pop();
    return open.at(-1);
  };
  // A finger that bounces on what has opened the sheet is still on it: out of reach, it would be a tap
  // beside the sheet, which closes it.
  let until = 0;
  const shut = () => {
    const left = until - performance.now();
    if (left > 0 && top()) return setTimeout(shut, left);
    for (const each of behind) each.inert = false;
    behind.clear();
    for (let at = top(); at && at !== document.body; at = at.parentElement)
      for (const other of at.parentElement?.children ?? []) {
        if (other === at || other.inert || other.matches("script, [aria-live], [role=status]"))
          continue;
        other.inert = true;
        behind.add(other);
      }
  };

  // -- what had it last, and how that is found again
  let kept = null;
  const words = (found) => found.getAttribute("aria-label") ?? found.textContent.trim();
  const describe = (found) => {
    const around = [];
    for (let at = found; at; at = at.parentElement) if (at.id) around.push(at.id);
    return { found, around, words: words(found), value: found.value, tag: found.tagName };
  };
  const isAlike = (each) =>
    each.tagName === kept.tag &&
    ((kept.value && each.value === kept.value && each.name === kept.found.name) ||
      each.getAttribute("popovertarget") === (kept.found.getAttribute("popovertarget") ?? "") ||
      words(each) === kept.words);
  const candidates = function* () {
    yield kept.found;
    for (const id of kept.around) {
      const place = $(id);
      if (!place || !isThere(place)) continue;
      if (place.matches(REACHED)) yield place;
      yield* [...place.querySelectorAll(REACHED)].filter(isAlike);
      const heading = place.querySelector("h1, h2, h3, .label");
      if (heading && !place.matches("main")) yield heading;
    }
    if (top()) yield top();
    yield* document.querySelectorAll("#foot .btn.main, #foot .btn");
    yield $("main");
  };
  const restore = () => {
    if (!isLost()) return;
    if (!kept && !top()) return;
    kept ??= describe(top());
    for (const each of candidates())
      if (each && isThere(each) && (!top() || top().contains(each)) && go(each)) return;
  };
  document.addEventListener("focusin", ({ target }) => {
    kept = describe(target);
  });
  // A finger says itself where it goes.
  addEventListener(
    "pointerdown",
    () => {
      kept = null;
    },
    true,
  );
  document.addEventListener("htmx:after:swap", () => {
    if (top() || behind.size) shut();
    restore();
  });
  document.addEventListener("htmx:finally:request", () => setTimeout(restore));

  document.addEventListener(
    "beforetoggle",
    ({ target, newState }) => {
      if (newState !== "open" || !target.matches?.(".sheet")) return;
      open.push(target);
      openers.set(target, document.activeElement);
    },
    true,
  );
  document.addEventListener(
    "toggle",
    ({ target, newState }) => {
      if (!target.matches?.(".sheet[popover]")) return;
      if (newState === "open") {
        until = press.byFinger() ? performance.now() + press.AFTER : 0;
        shut();
        target.setAttribute("aria-modal", "true");
        if (!target.contains(document.activeElement)) go(target);
        return;
      }
      const opener = openers.get(target);
      openers.delete(target);
      shut();
      target.removeAttribute("aria-modal");
      if (!isLost()) return;
      if (opener && opener !== document.body) kept = describe(opener);
      restore();
    },
    true,
  );

  const isOne = (each, other) =>
    each === other ||
    (each?.type === "radio" && other?.type === "radio" && each.name === other.name);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || !top()) return;
    const all = [...top().querySelectorAll(REACHED)].filter(isThere);
    if (!all.length) return event.preventDefault();
    const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    const active = document.activeElement;
    const out = isLost() || isOne(active, from) || (event.shiftKey && active === top());
    if (!out) return;
    event.preventDefault();
    const group = to.type === "radio" && all.find((each) => isOne(each, to) && each.checked);
    (group || to).focus();
  });
})();
