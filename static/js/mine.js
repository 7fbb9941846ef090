// My turn: the title, the badge, a short buzz and a sound if wished, only when it is this phone's;
// and a screen that stays on while a game runs. What the phone may do, its owner switches here.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const CAN = {
    wake: Boolean(awake.by),
    vibrate: typeof navigator.vibrate === "function",
    sound: "AudioContext" in window,
  };
  const FIRST = { wake: true, vibrate: true, sound: false };
  const kept = (key) => {
    try {
      return localStorage.getItem(`switch ${key}`);
    } catch {
      return null;
    }
  };
  const on = (key) => CAN[key] && (kept(key) === null ? FIRST[key] : kept(key) === "on");

  // -- my turn

  const TITLE = document.title;
  let mine = null;
  const look = () => {
    const told = $("mine")?.dataset;
    if (!told) return;
    const now = told.mine === "yes";
    document.title = now ? `● ${told.title}: ${TITLE}` : TITLE;
    if (now !== mine) {
      const told = now ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
      told?.catch(() => {});
    }
    // A page that has just been opened is being looked at: no need to call anybody.
    if (now && mine === false) call();
    mine = now;
    stayOn();
  };

  const call = () => {
    if (on("vibrate") && navigator.userActivation?.hasBeenActive !== false)
      navigator.vibrate([120, 60, 120]);
    if (on("sound")) chime();
  };

  document.addEventListener("nudge", call);

  // Two short notes. A browser lets a page sound only after it was tapped.
  let audio = null;
  const ready = () => {
    audio ??= new AudioContext();
    return audio.resume();
  };
  const chime = () =>
    ready().then(
      () => {
        for (const [pitch, at] of [
          [660, 0],
          [880, 0.16],
        ]) {
          const tone = audio.createOscillator(),
            loud = audio.createGain(),
            start = audio.currentTime + at;
          tone.frequency.value = pitch;
          loud.gain.setValueAtTime(0.15, start);
          loud.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
          tone.connect(loud).connect(audio.destination);
          tone.start(start);
          tone.stop(start + 0.32);
        }
      },
      () => {},
    );

  // -- the screen stays on

  const stayOn = () =>
    awake.keep(on("wake") && $("mine")?.dataset.running === "yes" && !document.hidden);

  // -- the switches

  const draw = () => {
    for (const box of document.querySelectorAll("[data-switch]")) {
      const key = box.dataset.switch;
      box.checked = on(key);
      box.disabled = !CAN[key];
      box.closest("label").querySelector("[data-hint]").hidden = CAN[key];
    }
    for (const each of document.querySelectorAll("[data-by]"))
      each.hidden = each.dataset.by !== awake.by;
    for (const each of document.querySelectorAll("[data-plain]")) each.hidden = isSecureContext;
  };

  document.addEventListener("change", ({ target }) => {
    const key = target.dataset?.switch;
    if (!key) return;
    try {
      localStorage.setItem(`switch ${key}`, target.checked ? "on" : "off");
    } catch {
      /* forgotten with the page */
    }
    stayOn();
    if (!target.checked) return;
    if (key === "sound") chime();
    if (key === "vibrate") navigator.vibrate(120);
  });
  // A finger that comes down is no tap yet, in Safari: only one that goes up again.
  for (const name of ["pointerup", "touchend", "keydown"])
    document.addEventListener(
      name,
      () => {
        stayOn();
        if (on("sound")) ready();
      },
      { passive: true },
    );
  document.addEventListener("visibilitychange", stayOn);
  document.addEventListener("htmx:after:swap", () => {
    draw();
    look();
  });
  draw();
  look();
})();
