// The table's clock counts on from what the server has sent: by the phone's time of day, so a phone that
// slept shows the right time when it wakes. It sends nothing, and wakes only when what it shows becomes
// another second. A budget that is used up is said once.
(() => {
  "use strict";
  const digits = (seconds) => {
    const whole = Math.trunc(Math.abs(seconds));
    const two = (n) => String(n).padStart(2, "0");
    const [hours, minutes, rest] = [
      Math.trunc(whole / 3600),
      Math.trunc(whole / 60) % 60,
      whole % 60,
    ];
    const told = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
    return seconds <= -1 ? `−${told}` : told;
  };
  const write = (place, words) => {
    if (place.textContent !== words) place.textContent = words;
  };

  let stamp = "";
  let anchor = 0;
  let nudged = false;
  // A phone says it in its sill; the table screen has a place of its own.
  const tell = (...words) => document.getElementById("timeup")?.replaceChildren(...words);
  const nudge = (box, own) => {
    const say = document.getElementById("say");
    const words = box.querySelector(".timeup");
    if (say) say.textContent = (words.content ?? words).textContent.trim();
    tell(...(words.content?.cloneNode(true).children ?? []));
    if (own) document.dispatchEvent(new CustomEvent("nudge"));
  };

  const LATE = 20; // after the second's end: a timer may come a little early
  let timer = 0;
  const tick = () => {
    clearTimeout(timer);
    const box = document.getElementById("clock");
    if (!box) return;
    const sent = `${box.dataset.seq} ${box.dataset.elapsed}`;
    // A phone whose time of day was set back counts from here.
    if (sent !== stamp || Date.now() < anchor) {
      anchor = Date.now() - 1000 * Number(box.dataset.elapsed);
      stamp = sent;
    }
    const passed = (Date.now() - anchor) / 1000;
    // Longer than anybody thinks: a break, which is nobody's time.
    const still = "still" in box.dataset || passed > Number(box.dataset.most);
    let up = false;
    let mine = false;
    let next = Infinity; // seconds until one of them shows another
    for (const time of box.querySelectorAll("time")) {
      const { base, way } = time.dataset;
      const seconds = Number(base) + Number(way) * (still ? 0 : passed);
      write(time, digits(seconds));
      const part = seconds - Math.floor(seconds);
      if (Number(way) && !still) next = Math.min(next, (way > 0 ? 1 - part : part) || 1);
      const over = "down" in time.dataset && Number(way) !== 0 && seconds <= 0;
      time.parentElement.classList.toggle("over", over);
      up ||= over;
      mine ||= over && "own" in time.dataset;
    }
    if (up && !nudged) nudge(box, mine);
    if (!up) tell();
    nudged = up;
    box.querySelector(".timeup").hidden = !up;
    if (next < Infinity) timer = setTimeout(tick, 1000 * next + LATE);
  };
  tick();
  document.addEventListener("htmx:after:swap", tick);
  for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, tick);
})();
