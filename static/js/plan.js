// A turn planned while others play: its words stay on this phone alone, for this seat's next turn. They
// are read anew whenever the table changes, and forgotten when they are counted. Nothing counts by itself.
// What they mean stays with them: what was to be seen when the sheet was last open, whatever others do.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const PARTS = ["say-line", "said", "plan-bar"];
  let place = "", // where it is kept: table and seat
    turn = "", // the turn that it is for
    line = "",
    meant = [], // what its parts are, in the server's words
    read = "", // the version of the table on which it was read
    waited = false, // the seat was waiting when it was last looked at
    called = false, // its turn has come, and what counts has not
    counting = false, // it is being counted: what the table says meanwhile is its own doing
    coming = null; // the answer whose parts are being put in their places: the line is not yet its own

  const recall = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(place));
      return kept?.turn === turn ? kept : {};
    } catch {
      return {};
    }
  };
  const keep = (words, means = meant) => {
    line = words;
    meant = line ? means : [];
    try {
      if (line) localStorage.setItem(place, JSON.stringify({ turn, line, meant }));
      else localStorage.removeItem(place);
    } catch {
      /* a browser that keeps nothing: the plan lasts as long as the page */
    }
  };
  const readAnew = () => $("say-line")?.dispatchEvent(new Event("read"));
  const bar = () =>
    $("slot-plan")?.classList.toggle("planned", Boolean($("plan-bar")?.childElementCount));
  const clear = () => {
    for (const part of ["said", "plan-bar"]) $(part)?.replaceChildren();
    bar();
  };

  const look = () => {
    const [field, told] = [$("say-line"), $("plan")?.dataset];
    if (!field || !told || coming) return;
    const now = `plan ${told.plan}`;
    if (now !== place || told.turn !== turn) {
      [place, turn, read] = [now, told.turn, ""];
      clear();
      const kept = recall();
      keep(kept.line ?? "", kept.meant ?? []);
    }
    if (field.value !== line) field.value = line;
    if (!line || counting || read === $("seen").value) return;
    readAnew();
  };
  // What counts does not come to lie under a thumb that meant what was there before.
  const guard = () => {
    const plans = Boolean(document.querySelector("#spoken[data-plans]"));
    if (waited && !plans) called = true;
    waited = plans;
    const forms = document.querySelectorAll("#plan-bar form, #said form");
    if (!called || !forms.length) return;
    called = false;
    for (const form of forms) form.inert = true;
    setTimeout(() => {
      for (const form of forms) form.inert = false;
    }, press.AFTER);
  };

  const asked = (ctx) => ctx?.request?.action.match(/\/say(\/count)?$/);
  // What stands there is of this phone: news of the table leaves it.
  htmx.registerExtension("plan", {
    htmx_before_morph_node: (was) => !PARTS.includes(was.id),
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "say-line") keep(target.value);
  });
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (!asked(ctx)) return;
    if (asked(ctx)[1]) counting = true;
    else read = $("seen").value;
    // What is in sight while it is planned is what it means from then on.
    if (document.querySelector("#spoken[data-plans]") && $("say-sheet")?.matches(":popover-open"))
      return;
    for (const part of meant) ctx.request.body.append("meant", part);
  });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (asked(ctx)) coming = ctx;
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx === coming) coming = null;
    if (!asked(ctx)?.[1]) return;
    counting = false;
    look();
  });
  const leave = (words) => {
    keep(words);
    read = "";
    if (!line) clear();
    if ($("say-line")) $("say-line").value = line;
  };
  // What is planned and done by its own tap is no longer in the plan.
  const values = (form, name) => [...form.querySelectorAll(`[name=${name}]`)].map((x) => x.value);
  const done = (body) => {
    const form = document.querySelector("#plan-bar form");
    const { open, rest: left } = document.querySelector("#plan-bar [data-open]")?.dataset ?? {};
    const words = [...(body?.entries?.() ?? [])].filter(([name]) => /^action(\.\d+)?$/.test(name));
    const action = words
      .sort()
      .map(([, word]) => word)
      .join(" ");
    if (open && action.startsWith(`${open} `)) return leave(line.slice(Number(left)));
    if (!form || !words.length) return;
    const [counts, at] = [values(form, "counts"), values(form, "at").map(Number)];
    const nth = counts.indexOf(action);
    if (nth < 0 || at[nth] === at[nth + 1] || at[nth] === at[nth - 1]) return;
    leave((line.slice(0, at[nth]) + line.slice(at[nth + 1])).replace(/[ ,]+$/, ""));
  };
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!asked(ctx) && ctx?.response?.status < 300) done(ctx.request.body);
    if (!asked(ctx)?.[1] || ctx.response.status >= 300) return;
    if ($("say-line")) $("say-line").value = "";
    keep("");
    // What the answer brings takes the place of the form that asked, which has to be there until then.
    if (!ctx.text.includes('hx-target="#plan-bar"')) clear();
    // Its own form may have gone with the news: nothing else would close it.
    if ($("say-sheet")?.matches(":popover-open")) $("say-sheet").hidePopover();
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx === coming) coming = null;
    if (asked(ctx) && $("say-line")) {
      keep(
        $("say-line").value,
        [...document.querySelectorAll("#said .meant")].map((part) => part.value),
      );
      if (asked(ctx)[1]) read = $("seen").value;
    }
    bar();
    guard();
    // It has come to what only the table can tell: that is asked where it was tapped from.
    if (asked(ctx)?.[1] && document.querySelector("#plan-bar [data-open]"))
      $("say-sheet").showPopover();
    look();
  });
  // Without a connection it could not be read: it is when there is one.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (asked(ctx)) read = "";
  });
  document.addEventListener("table:here", look);
  addEventListener("load", look);
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-drop-plan]")) return;
    $("say-line").value = "";
    keep("");
    clear();
    document.querySelector("#planner, #foot .btn.main")?.focus();
  });
  document.addEventListener(
    "beforetoggle",
    (event) => {
      if (event.target.id !== "say-sheet" || event.newState !== "open") return;
      if (event.target.closest("[data-plans]")) readAnew();
    },
    true,
  );
  guard();
  look();
})();
