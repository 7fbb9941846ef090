// The table screen's moments: a name that appears and the winner have light and, once somebody has
// tapped for it, a sound; whose turn it is and what scored can be said aloud, in the page's language.
// Who wants can have most points first. It sends nothing; what sounds is kept nowhere: a browser wants
// a tap on every page before it sounds.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const words = (found) => (found?.textContent ?? "").replace(/\s+/g, " ").trim();
  const on = { sound: false, aloud: false, sorted: false };
  const can = {
    sound: "AudioContext" in window,
    aloud: "speechSynthesis" in window,
    sorted: true,
  };

  // -- most points first, equal ones in the order of seats; else everybody in that order

  const SORTED = "screen sorted";
  const sort = () => {
    for (const list of document.querySelectorAll("#slot-scores ol")) {
      const points = [...list.children].map((row) =>
        parseInt(row.querySelector(".points")?.textContent ?? "", 10),
      );
      if (points.some(Number.isNaN)) continue;
      // How many have more: what is drawn anew keeps this.
      for (const [index, row] of [...list.children].entries())
        row.style.order = on.sorted ? points.filter((each) => each > points[index]).length : "";
    }
  };

  // -- our own small sounds: notes in hertz, each a moment after the one before

  let audio = null;
  const play = (notes) => {
    if (!on.sound) return;
    for (const [index, pitch] of notes.entries()) {
      const tone = audio.createOscillator(),
        loud = audio.createGain(),
        start = audio.currentTime + index * 0.14;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.2, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
      tone.connect(loud).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    }
  };
  const SCALE = [392, 440, 494, 587, 659, 784, 880, 988];
  const WON = [523, 659, 784, 1047, 784, 1047];

  // -- the voice; what was not said when something newer came is let go

  // Only a voice of this machine: with another one, what is said would leave the house.
  const say = (text) => {
    if (!on.aloud || !text) return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = document.documentElement.lang;
    const voices = speechSynthesis.getVoices();
    const fits = ({ localService, lang }) => localService && lang.startsWith(said.lang);
    said.voice = voices.find(fits) ?? null;
    if (voices.length && !said.voice) return;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  };

  // -- what there is now, as compared with before

  const people = () =>
    new Map(
      [...document.querySelectorAll("#presence [data-here]")].map((row) => [row.dataset.here, row]),
    );
  // Who acts is marked beside the points; how that is said stands at the top.
  const turn = () => ({
    seats: [...document.querySelectorAll("#slot-scores .now")]
      .map((each) => words(each.querySelector("b")))
      .join(" "),
    told: words(document.querySelector("#slot-top h1")),
  });
  const scores = () => [...document.querySelectorAll("#slot-scores .points")].map(words).join(" ");
  const win = () =>
    [...document.querySelectorAll(".win")].find((each) => each.getClientRects().length);
  // What a table is led through that has asked for it.
  const coach = () => words($("coach-words"));
  const now = () => ({
    people: people(),
    turn: turn(),
    scores: scores(),
    coach: coach(),
    win: win(),
  });
  let before = now();

  const greet = (after) => {
    for (const [who, row] of after.people) {
      if (before.people.has(who)) continue;
      row.classList.add("is-new");
      play([
        SCALE[Number(row.dataset.seat) % SCALE.length],
        SCALE[(Number(row.dataset.seat) + 2) % SCALE.length],
      ]);
      say(row.dataset.name);
    }
  };
  const look = () => {
    const after = now();
    greet(after);
    sort();
    const isWon = after.win && !before.win;
    const parts = [];
    if (before.scores && after.scores !== before.scores)
      parts.push(words(document.querySelector("#slot-log li .grow")));
    if (after.turn.seats && after.turn.seats !== before.turn.seats) parts.push(after.turn.told);
    if (after.coach !== before.coach) parts.push(after.coach);
    if (isWon) {
      play(WON);
      parts.splice(0, parts.length, words(after.win.querySelector("h1")));
    }
    say(parts.filter(Boolean).join(". "));
    before = after;
  };
  document.addEventListener("htmx:after:swap", look);

  // -- the switches

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-moment]");
    if (!button) return;
    const key = button.dataset.moment;
    on[key] = !on[key];
    button.setAttribute("aria-pressed", String(on[key]));
    if (key === "sound" && on.sound) {
      audio ??= new AudioContext();
      audio.resume().then(
        () => play([SCALE[2], SCALE[4]]),
        () => {},
      );
    }
    if (key === "sorted") {
      sort();
      try {
        localStorage.setItem(SORTED, on.sorted ? "1" : "");
      } catch {
        /* forgotten with the page */
      }
    }
    if (key === "aloud") {
      if (on.aloud) say(before.coach || before.turn.told);
      else speechSynthesis.cancel();
    }
  });
  try {
    on.sorted = Boolean(localStorage.getItem(SORTED));
  } catch {
    /* a browser that keeps nothing */
  }
  document.querySelector("[data-moment=sorted]").setAttribute("aria-pressed", String(on.sorted));
  sort();
  for (const button of document.querySelectorAll("[data-moment]"))
    button.hidden = !can[button.dataset.moment];
  $("moments").hidden = false;

  // Seen as long as somebody has a hand on the machine, and a while longer.
  const IDLE = 8000;
  let resting = 0;
  const stir = () => {
    $("moments").classList.remove("idle");
    clearTimeout(resting);
    resting = setTimeout(() => $("moments").classList.add("idle"), IDLE);
  };
  for (const name of ["pointermove", "pointerdown", "keydown"]) addEventListener(name, stir);
  stir();
})();
