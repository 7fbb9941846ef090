() => {
  "use strict";
  // The buttons that can be tapped now, each with its kind.
  window.look = () => {
    const sheet = [...document.querySelectorAll("[popover]:popover-open")].at(-1);
    const root = (window.lookedIn = sheet ?? document);
    const found = (window.looked = [...root.querySelectorAll("button")]);
    window.kindOf = (each) => {
      const form = each.form,
        sheetId = each.getAttribute("popovertarget");
      const off = each.getAttribute("aria-disabled") === "true" ? "off " : "";
      const place = sheet ? "in a sheet: " : "";
      if (sheetId) return `${place}${off}opens ${sheetId.replace(/[\d-]+/g, " ")}`;
      if (!form?.elements.intent || each.type !== "submit") return "";
      if ("ask" in each.dataset || form.matches(".told *, #waits *")) return "";
      const said = (form.querySelector("input[name=action]")?.value ?? each.value ?? "").split(" ");
      const to = form.getAttribute("action").split("/").at(-1);
      return `${place}${off}${to} ${said[0].replace(/\d/g, "")}`;
    };
    return found
      .map((each, at) => ({ each, at }))
      .filter(
        ({ each }) =>
          each.checkVisibility() && !each.closest("details:not([open]) > :not(summary)"),
      )
      .filter(({ each }) => sheet || !each.closest("[popover]"))
      .map(({ each, at }) => ({
        at,
        kind: kindOf(each),
        each: "each" in each.dataset,
        again: /^(act|tick) /.test(kindOf(each)) && !("each" in each.dataset),
        off: each.getAttribute("aria-disabled") === "true",
        opens: each.getAttribute("popovertarget") ?? "",
        hides: each.getAttribute("popovertargetaction") === "hide",
        says: each.textContent.trim(),
      }))
      .filter(({ kind, hides }) => kind && !hides);
  };
  // Where the nth of those looked at is, what its form needs being chosen; null where something covers
  // it, "gone" where the page has changed since and it is another one, or none.
  window.place = ({ at, kind }) => {
    const sheet = [...document.querySelectorAll("[popover]:popover-open")].at(-1);
    const found = window.looked[at];
    if (window.lookedIn === document && sheet) return "gone";
    if (!found.isConnected || window.kindOf(found) !== kind) return "gone";
    found.scrollIntoView({ block: "nearest", behavior: "instant" });
    const covered =
      found.getBoundingClientRect().bottom -
      document.querySelector(".dock").getBoundingClientRect().top;
    if (!sheet && !found.closest(".dock") && covered > 0)
      scrollBy({ top: covered + 8, behavior: "instant" });
    for (const each of found.form?.querySelectorAll("input[type=radio][required]") ?? []) {
      const group = [...found.form.elements].filter(({ name }) => name === each.name);
      if (!group.some(({ checked }) => checked))
        group.find(({ disabled }) => !disabled).checked = true;
    }
    for (const each of found.form?.querySelectorAll("input[type=number][required]") ?? [])
      each.value ||= "1";
    const box = found.getBoundingClientRect();
    const spot = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(...spot);
    window.tapped = found;
    return hit && (found.contains(hit) || hit.contains(found)) ? spot : null;
  };
  const frames = () =>
    new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 30));
  // Where it is once nothing moves it any more: a sheet opens, a drawing gets its room.
  window.rested = async (one) => {
    for (let was = "", n = 0; n < 40; n += 1) {
      const spot = window.place(one);
      if (JSON.stringify(spot) === was) return spot;
      was = JSON.stringify(spot);
      await frames();
    }
    return "gone";
  };
  // The page has done what a tap makes it do without the server.
  window.frames_ = frames;
  // What a person must not see, however short, is remembered; and what is sent.
  (() => {
    window.red = [];
    window.sent = [];
    window.open_ = 0;
    window.newest = 0; // what the page shows once the stream has brought it
    const { fetch } = window;
    window.fetch = async (to, how) => {
      if (how?.method !== "POST" || !how.body?.has?.("intent")) return fetch(to, how);
      window.sent.push(how.body.get("intent"));
      window.open_ += 1;
      try {
        const answer = await fetch(to, how);
        window.newest = Math.max(window.newest, Number(answer.headers.get("Newest") ?? 0));
        return answer;
      } finally {
        setTimeout(() => {
          window.open_ -= 1;
        }, 60);
      }
    };
    new MutationObserver((all) => {
      for (const { addedNodes } of all)
        for (const each of addedNodes)
          if (each.matches?.(".note.no") && each.parentElement?.matches("#toast, .answer"))
            window.red.push(each.textContent.trim());
    }).observe(document.body, { childList: true, subtree: true });
  })();
};
