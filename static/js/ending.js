// After the end: the result is shared with whatever the phone has for it. Sharing needs https:
// without it the picture is shown, to be held, and a link is copied.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);

  // An open sheet lies over the page's own line.
  const tell = (words, near) => {
    const note = document.createElement("p");
    note.className = "note ok";
    note.textContent = words;
    (near?.closest("[popover]")?.querySelector(".answer") ?? $("toast")).replaceChildren(note);
  };

  // Over plain http on a local name a browser has no clipboard but the old one.
  const copy = async (text) => {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      /* the old way, then */
    }
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "sr";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new Error("no clipboard");
    return undefined;
  };

  const pictureOf = async ({ picture }) => {
    if (!picture || !navigator.canShare) return [];
    const answer = await fetch(picture);
    const file = new File([await answer.blob()], "result.png", { type: "image/png" });
    return answer.ok && navigator.canShare({ files: [file] }) ? [file] : [];
  };

  const share = async (what) => {
    const { words, share: url, done } = what;
    const files = await pictureOf(what).catch(() => []);
    if (what.picture && !files.length) return $(what.sheet).showPopover();
    if (!navigator.share) return copy(`${words} ${url}`).then(() => tell(done));
    return navigator.share({ text: words, ...(url && { url }), ...(files.length && { files }) });
  };

  document.addEventListener("click", (event) => {
    const what = event.target.closest?.("[data-share], [data-copy]");
    if (!what || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const told = what.dataset;
    const trying = told.copy ? copy(told.copy).then(() => tell(told.done, what)) : share(told);
    trying.catch((error) => {
      // Put away by the person: nothing to do. Otherwise there is still the plain picture or address.
      if (error.name === "AbortError") return;
      if (told.sheet) $(told.sheet).showPopover();
      else prompt(told.done, told.copy ?? told.share);
    });
  });
})();
