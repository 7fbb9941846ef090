// What changes in a drawing moves once, for less than 750 ms: a body that is new arrives, one that was
// hit flashes and grows, what it gets (water, rings, a step of life) appears. Only transform and
// opacity, on what is drawn already: nothing waits for it, and nothing else moves.
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const seen = new WeakMap();
  const parts = (body) => [...body.children].filter((each) => each.classList.length);
  const size = (body) => Number(body.querySelector("circle")?.getAttribute("r") ?? 0);
  const state = (body) => ({
    size: size(body),
    has: new Map(parts(body).map((each) => [each.classList[0], each.innerHTML])),
  });
  // A transform that is an attribute would be lost to one that moves: what has none moves, inside;
  // what has nothing inside (rings) only appears.
  const play = (found, frames, duration, delay = 0) => {
    const all = [found, ...found.children];
    const free = all.filter((each) => !each.matches("[transform]"));
    for (const each of free.length ? free : [found]) {
      each.style.transformBox = "fill-box";
      each.style.transformOrigin = "center";
      each.animate(free.length ? frames : [{ opacity: 0 }, { opacity: 1 }], {
        duration,
        delay,
        fill: "backwards",
        easing: "cubic-bezier(.2,.8,.2,1)",
      });
    }
  };
  const pass = (body, radius, look, frames, duration, delay) => {
    const shape = body.appendChild(document.createElementNS(SVG, "circle"));
    shape.setAttribute("r", radius);
    shape.setAttribute("class", look);
    shape.style.transformBox = "fill-box";
    shape.style.transformOrigin = "center";
    const { finished } = shape.animate(frames, { duration, delay, fill: "both" });
    finished.finally(() => shape.remove());
  };
  const arrive = [
    { opacity: 0, transform: "scale(.3)" },
    { opacity: 1, transform: "none" },
  ];
  const grow = [{ transform: "scale(.8)" }, { transform: "scale(1.14)" }, { transform: "none" }];
  const flash = [
    { opacity: 0, transform: "scale(.2)" },
    { opacity: 0.9, offset: 0.35 },
    { opacity: 0, transform: "scale(1.7)" },
  ];
  const fly = [
    { opacity: 1, transform: "translate(170px, -120px)" },
    { opacity: 1, transform: "none", offset: 0.99 },
    { opacity: 0 },
  ];
  const hit = (body) => {
    play(body, grow, 320, 260);
    pass(body, 10, "flying", fly, 260, 0);
    pass(body, size(body) + 6, "flash", flash, 420, 240);
  };
  const change = (body, was) => {
    if (!was) return play(body, arrive, 420, 300);
    if (was.size && size(body) > was.size) hit(body);
    for (const each of parts(body))
      if (
        was.has.get(each.classList[0]) !== each.innerHTML &&
        each.children.length + each.matches("ellipse")
      )
        play(each, arrive, 420, was.size < size(body) ? 300 : 0);
  };
  const look = () => {
    for (const drawing of document.querySelectorAll("svg[role=group]")) {
      const bodies = [...drawing.querySelectorAll("g[role=img][transform]")];
      const now = new Map(bodies.map((each) => [each.getAttribute("transform"), each]));
      const what = `${drawing.getAttribute("viewBox")} ${drawing.getAttribute("aria-label")}`;
      const was = seen.get(drawing);
      seen.set(drawing, { what, at: new Map([...now].map(([at, body]) => [at, state(body)])) });
      if (was?.what !== what || still.matches || !drawing.getClientRects().length) continue;
      for (const [at, body] of now) change(body, was.at.get(at));
    }
  };
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.closest?.("svg[role=group], section, [id^=slot]")))
      look();
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["r", "d", "href", "transform"],
  });
  document.addEventListener("DOMContentLoaded", look);
})();
