// Points that have come fly from the tap that earned them to where one sees how many one has, and other
// numbers that the own tap has changed glow once. It only shows: nothing waits for it, nothing moves for
// it, and without motion a ring says the same of the points.
(() => {
  "use strict";
  const SHOWN = 1200; // the ring around the points
  const OWN = 5000; // a tap so long ago is not what earned them
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  let from = null;
  document.addEventListener(
    "submit",
    ({ submitter }) => {
      if (submitter) from = { at: Date.now(), ...middle(submitter) };
    },
    true,
  );
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  const read = () => {
    const place = document.querySelector("[data-points]");
    return place && { place, seat: place.dataset.points, number: Number(place.textContent) };
  };
  let before = read();

  const fly = (place, number) => {
    const sign = document.createElement("span");
    sign.className = "flight num";
    sign.ariaHidden = "true";
    sign.textContent = `+${number}`;
    const to = middle(place);
    for (const [name, value] of [
      ["--from-x", from.x - 12],
      ["--from-y", from.y - 12],
      ["--to-x", to.x - 12],
      ["--to-y", to.y - 12],
    ])
      sign.style.setProperty(name, `${value}px`);
    setTimeout(() => sign.remove(), SHOWN);
    document.body.append(sign);
  };
  // Numbers that are read, never those that are tapped; at most three with the points.
  const MOST = 2;
  const numbers = () =>
    new Map(
      [...document.querySelectorAll("#slot-top .num, #slot-turn .num")]
        .filter((each) => !each.closest("button, a, label, summary, [data-points]"))
        .map((each) => [each, each.textContent.trim()]),
    );
  let were = numbers();
  const glow = () => {
    const now = numbers();
    const changed = [...now].filter(([each, text]) => were.has(each) && were.get(each) !== text);
    were = now;
    if (still.matches || !from || Date.now() - from.at > OWN) return;
    for (const [each] of changed.slice(0, MOST)) {
      each.classList.add("glows");
      setTimeout(() => each.classList.remove("glows"), SHOWN);
    }
  };
  // The head says for a while from what to what, where its title has room beside it.
  const FROM_TO = 8000;
  const fromTo = ({ place }, was) => {
    const title = document.querySelector(".banner h1");
    const size = () => [title?.offsetHeight, title && title.scrollWidth > title.clientWidth].join();
    const free = size();
    place.dataset.was = was;
    if (size() !== free) delete place.dataset.was;
    clearTimeout(place.leaving);
    place.leaving = setTimeout(() => delete place.dataset.was, FROM_TO);
  };
  const look = () => {
    glow();
    const now = read(),
      more = now && before?.seat === now.seat ? now.number - before.number : 0;
    if (more) fromTo(now, before.number);
    if (more > 0) {
      const ring = now.place.parentElement;
      ring.classList.add("is-new");
      setTimeout(() => ring.classList.remove("is-new"), SHOWN);
      if (!still.matches && from && Date.now() - from.at < OWN) fly(now.place, more);
    }
    before = now;
  };
  document.addEventListener("htmx:after:swap", look);
})();
