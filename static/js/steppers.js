// Numbers that save themselves: a rest after the last step sends the number, as one tap; leaving the
// page sends it too, with the same intent, so that it counts once. What others wait for is announced
// with the first step. Every other tap waits until these have arrived. It never judges a number.
(() => {
  "use strict";
  const REST = 600; // after a step
  const TYPING = 1800; // after a key: a number of two digits is typed in two
  const AGAIN = 2000; // between two announcements of one number
  const PATIENCE = 3000; // until the page has followed the answer to a number
  const SHOWN = 12000; // a sign stays as long as somebody may look for it
  const MARKED = "[data-later]"; // it has changed, and is still to be fetched
  const CLOSED = "section[hidden], [popover]:not(:popover-open)"; // where it is when it is opened
  const $ = (id) => document.getElementById(id);
  const words = document.body.dataset;
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const fresh = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
      b.toString(16).padStart(2, "0"),
    ).join("");

  const moving = new Map(); // by the form's id: what a hand has set and nobody has been sent
  const saving = new Map(); // what is on its way
  const isOurs = (form) => form?.matches?.("form[data-saves]");
  const field = (form) => form.querySelector("input[type=number]");

  // -- the sign beside the number

  const sign = (id, text, kind = "") => {
    const place = $(id)?.closest("li, .bar")?.querySelector(".sign");
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.className = `sign ${kind}`;
    clearTimeout(place.going);
    if (text)
      place.going = setTimeout(() => {
        place.textContent = "";
      }, SHOWN);
  };

  // -- setting

  const body = ({ form, intent, seen }) => {
    const sent = new URLSearchParams(new FormData(form));
    sent.set("intent", intent);
    sent.set("seen", seen);
    return sent;
  };

  const announce = (each) => {
    const to = each.form.dataset.announce;
    if (!to || Date.now() - (each.announced ?? 0) < AGAIN) return;
    each.announced = Date.now();
    fetch(to, { method: "POST", body: body(each), keepalive: true }).catch(() => {});
  };

  const set = (form, rest) => {
    const before = moving.get(form.id) ?? { announced: 0, seen: $("seen")?.value ?? "" };
    clearTimeout(before.timer);
    const each = { ...before, form, intent: fresh(), timer: setTimeout(save, rest, form.id) };
    moving.set(form.id, each);
    announce(each);
    sign(form.id, words.saving);
  };

  document.addEventListener("input", ({ target, detail }) => {
    const form = target.closest?.("form");
    if (isOurs(form)) set(form, detail === "step" ? REST : TYPING);
  });
  document.addEventListener("change", ({ target }) => {
    const form = target.closest?.("form");
    if (!isOurs(form)) return;
    if (target.value === "") target.value = target.defaultValue;
    save(form.id);
  });

  // -- saving

  const calm = (id) => {
    const each = moving.get(id);
    moving.delete(id);
    sign(id, "");
    if (each?.announced)
      fetch(each.form.dataset.announce, {
        method: "POST",
        body: new URLSearchParams([...body(each), ["done", "1"]]),
        keepalive: true,
      }).catch(() => {});
  };

  const save = (id) => {
    const each = moving.get(id);
    if (!each || saving.has(id)) return;
    clearTimeout(each.timer);
    if (!each.form.checkValidity()) return;
    const { value, defaultValue: was } = field(each.form);
    if (value === was) return calm(id);
    moving.delete(id);
    saving.set(id, { ...each, value, was });
    // The page may have gone on without it: the number is sent all the same.
    if (!each.form.isConnected) {
      each.form.hidden = true;
      document.body.append(each.form);
      htmx.process(each.form);
    }
    each.form.dataset.intent = each.intent;
    each.form.dataset.seen = each.seen;
    each.form.requestSubmit();
  };

  const settled = (ctx) => {
    const form = ctx?.request?.form;
    const each = isOurs(form) && saving.get(form.id);
    if (!each || ctx.request.body.get("intent") !== each.intent) return;
    saving.delete(form.id);
    const place = $(form.id) ?? form,
      now = field(place),
      status = ctx.response?.status;
    if (form.hidden) form.remove();
    if (!status || status >= 502) sign(form.id, words.unsent, "late");
    else if (status < 300 && now.defaultValue === each.value)
      sign(
        form.id,
        filled(each.was === "" ? words.savedFirst : words.saved, { was: each.was }),
        "ok",
      );
    else if (status < 300 && place.closest(MARKED)) moving.has(form.id) || sign(form.id, "");
    else if (!moving.has(form.id)) {
      now.value = now.defaultValue;
      sign(form.id, status < 300 ? filled(words.asked, { n: each.value }) : "", "late");
    }
    if (moving.has(form.id)) save(form.id);
    if (!saving.size) document.dispatchEvent(new Event("numbers:saved"));
  };
  // What has become of it is on the page when that is as new as the answer, and what is open of it
  // has been fetched.
  const isFetched = (form) => {
    const marked = isOurs(form) && ($(form.id) ?? form).closest(MARKED);
    return !marked || Boolean(marked.closest(CLOSED));
  };
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    const until = Date.now() + PATIENCE;
    const look = () =>
      (press.shows(press.newest(ctx)) && isFetched(ctx.request?.form)) || Date.now() > until
        ? settled(ctx)
        : setTimeout(look, 30);
    look();
  });

  // -- every other tap waits for them

  const goOn = (form, submitter) => {
    const value = submitter?.value;
    const there = form.isConnected
      ? submitter
      : [...document.querySelectorAll("button[name=action]")].find((each) => each.value === value);
    (there?.form ?? form).requestSubmit(there?.isConnected ? there : undefined);
  };
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (isOurs(form)) {
        if (saving.has(form.id)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (!moving.has(form.id)) set(form, REST);
        return save(form.id);
      }
      if ((!moving.size && !saving.size) || form.method !== "post" || "held" in form.dataset)
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      document.addEventListener("numbers:saved", () => goOn(form, submitter), { once: true });
      for (const id of [...moving.keys()]) save(id);
      if (!saving.size) document.dispatchEvent(new Event("numbers:saved"));
    },
    true,
  );

  // -- leaving: sent with the intent it will have should the page come back and send it itself

  const leave = () => {
    for (const each of [...moving.values(), ...saving.values()]) {
      if (each.form.checkValidity())
        navigator.sendBeacon(each.form.getAttribute("action"), body(each));
    }
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
  });

  // -- what another hand sets meanwhile is said; the sign itself belongs to this page

  htmx.registerExtension("steppers", {
    htmx_before_morph_node: (was, { newNode: now }) => {
      if (was.matches?.(".sign") && now.matches?.(".sign")) return false;
      if (!isOurs(was) || was.id !== now.id || saving.has(was.id)) return true;
      const old = field(was).defaultValue,
        next = field(now)?.getAttribute("value");
      const touched = was.closest("li, .bar")?.querySelector(".sign")?.textContent;
      if (old !== next && touched)
        queueMicrotask(() => sign(was.id, filled(words.changed, { n: next, was: old }), "late"));
      return true;
    },
  });
})();
