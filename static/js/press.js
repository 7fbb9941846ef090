// One press, however fast: a finger that bounces, a double tap, a held key. The second half of it is
// nothing of its own, whatever lies there by then; the next press is a new one. And nothing moves
// under a finger: what others do waits while it is down, and a moment after the own answer.
const press = (() => {
  "use strict";
  // Three waits that are not one: what a second tap is for (AFTER), how fast a hand repeats what it means
  // (BOUNCE, within AFTER), and what a browser needs from finger to click, where no hand counts (CLICK).
  const AFTER = 400; // from the answer on; from the press where nothing is asked of the server
  const SLOW = 1000; // whoever presses again after so long without an answer means what they see
  const BOUNCE = 350; // between two presses that are meant, where one thing follows another in its place
  const NEAR = 24;
  const CLICK = 300; // from a finger that is up until its click
  const LONGEST = 3000; // a finger that rests on the glass keeps nobody's news away
  const PLACE = "press";
  const ACTING = "button, a, summary, label";
  const now = () => performance.now();

  let last = null,
    answered = -AFTER;

  const controlOf = (target) => {
    const found = target.closest?.(ACTING);
    return found?.closest(".cycle") ?? found;
  };
  const isLive = ({ at, sent, done }, when = now()) =>
    sent && !done ? when - at < SLOW : when - (done || at) < AFTER;
  const isPointer = (event) => event.detail > 0;
  // News may make of a button that was pressed another one, elsewhere on the page.
  const saying = (control) =>
    [control.value, control.getAttribute("popovertarget"), control.href].join(" ");
  const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
  // What has moved away and is tapped at its new place is meant again: a piece along its way.
  const isSame = (control, event, box) => {
    const same = control === last.control && saying(control) === last.saying;
    if (isPointer(event) && last.pointer)
      return isNear(event, last) || (same && isNear(box, last.box));
    return same || (!isPointer(event) && event.isTrusted && !last.pointer);
  };
  // What a press has just brought below it: the second half of a double tap chooses nothing there.
  const springs = (control) => {
    const row = control.closest(".then")?.closest(".quick");
    return Boolean(row) && last.control?.closest(".quick") === row && last.control !== control;
  };
  // Steps on a number, "+1", and chips: here every press is meant.
  // But for those that bring a question below: only what a label hands on to its own input.
  const asking = (control, target) => control.closest(".quick") && !target.matches("input");
  const counts = (control, target) =>
    ["[data-step]", "[data-each]"].some(
      (kind) => control.matches(kind) && last.control?.matches(kind),
    ) ||
    (control === last.control && control.matches("label, .cycle") && !asking(control, target));

  // "Done", and the next piece of a list stands there: as soon as it is read, its press is meant.
  const follows = ({ dataset: { next } }, at) =>
    next && last.next && next !== last.next && at - last.at > BOUNCE;

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener(
    "click",
    (event) => {
      const control = controlOf(event.target);
      if (!control) return;
      // When the finger did it, however late a busy phone hears of it.
      const at = event.timeStamp;
      const box = control.getBoundingClientRect();
      const again =
        last &&
        isLive(last, at) &&
        (isSame(control, event, box) || springs(control)) &&
        !follows(control, at);
      if (again && !counts(control, event.target)) return stop(event);
      if (again && control === last.control) return;
      const { x, y } = event;
      const { next } = control.dataset;
      last = { control, saying: saying(control), x, y, box, pointer: isPointer(event), at, next };
    },
    true,
  );

  // A key that is held presses once; on a step it goes on stepping.
  let begun = null;
  document.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat) begun = event.target;
      const presses = ["Enter", " "].includes(event.key);
      if (!presses && last && !last.pointer) last = null; // they go elsewhere by themselves
      if (event.key !== "Enter" || !event.repeat || event.target.matches?.("textarea")) return;
      if (!(event.target === begun && begun.matches?.("[data-step]"))) stop(event);
    },
    true,
  );

  // -- a form that leads to another page goes off once, and its press goes along
  let leaving = "";
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post") return;
    const said = [form.getAttribute("action"), ...new FormData(form, submitter)].join("|");
    if (said === leaving) return event.preventDefault();
    leaving = said;
    if (last) last.sent = true;
    setTimeout(() => {
      leaving = "";
    }, 10 * SLOW);
  });
  addEventListener("pageshow", () => {
    leaving = "";
  });
  addEventListener("pagehide", () => {
    if (!last || !isLive(last)) return;
    const { x, y, pointer } = last;
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ x, y, pointer }));
    } catch {
      /* a browser that keeps nothing */
    }
  });
  try {
    const before = JSON.parse(sessionStorage.getItem(PLACE));
    if (before) last = { ...before, control: null, at: now() };
    sessionStorage.removeItem(PLACE);
  } catch {
    /* nothing was kept */
  }

  // -- nothing moves under a finger
  let finger = null;
  const lift = () => {
    const { up } = finger ?? {};
    finger = null;
    up?.();
  };
  addEventListener(
    "pointerdown",
    ({ isPrimary }) => {
      if (!isPrimary) return;
      lift();
      let up;
      const lifted = new Promise((done) => {
        up = done;
      });
      finger = { lifted, up };
      const mine = finger;
      setTimeout(() => finger === mine && lift(), LONGEST);
    },
    true,
  );
  // The click comes after the finger is up, on a busy phone a good while after; a finger that has only
  // rested there makes none.
  addEventListener(
    "pointerup",
    ({ isPrimary }) => {
      const mine = finger;
      if (isPrimary) setTimeout(() => finger === mine && lift(), CLICK);
    },
    true,
  );
  addEventListener("click", () => setTimeout(lift), true);
  addEventListener("pointercancel", lift, true);

  // The answer to a tap says how new it has made the table. What it has changed comes by the stream,
  // and is no news of others.
  const newest = (ctx) => Number(ctx?.response?.raw?.headers.get("Newest"));
  const seen = () => Number(document.getElementById("seen")?.value);
  const shows = (at) => !(seen() < at);
  let own = 0;
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const at = newest(ctx);
    if (!at) return;
    own = Math.max(own, at);
    // Where there was no stream yet, the answer brings it; it never sets the page back.
    if (seen() > at) ctx.text = ctx.text.replace(OLDER, "");
  });
  const OLDER =
    /<hx-partial hx-target="#(?!toast"|say"|said"|say-line"|plan-bar")[\s\S]*?<\/hx-partial>/g;
  const calm = async (others) => {
    for (;;) {
      const left = others && shows(own) ? answered + AFTER - now() : 0;
      if (finger) await finger.lifted;
      else if (left > 0) await new Promise((done) => setTimeout(done, left));
      else return;
    }
  };
  document.addEventListener("htmx:sse:before:message", ({ detail }) => {
    const { message } = detail;
    if (!message.data || message.event) return;
    detail.waitUntil(calm(true));
  });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const ask = ctx.fetch;
    ctx.fetch = async (...how) => {
      const answer = await ask(...how);
      const streams = answer.headers.get("Content-Type")?.includes("event-stream");
      if (!streams) await calm(ctx.sourceElement?.id === "live");
      return answer;
    };
  });

  return {
    AFTER,
    newest,
    shows,
    // Whether what the stream brings now is others' doing: the own tap is shown, or has no answer yet.
    others: () => shows(own) && !(last?.sent && !last.done && isLive(last)),
    // Whether this phone's own tap has no answer yet, or had it a moment ago.
    mine: () => Boolean(last?.sent && isLive(last)),
    byFinger: () => Boolean(last?.pointer && isLive(last)),
    // Whether a finger is on the glass.
    down: () => Boolean(finger),
    // The newest press has become a request; what is to be called when it has its answer.
    sent: () => {
      const mine = last;
      if (mine) Object.assign(mine, { sent: true, done: 0 });
      return () => {
        answered = now();
        if (mine) mine.done = answered;
      };
    },
  };
})();
