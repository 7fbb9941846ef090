// How this phone looks, as its owner chose it: theme, size of the letters, hand. Before the first paint,
// so it stands in the head. A theme of its own turns the light half of every style sheet on or off.
(() => {
  "use strict";
  const LIGHT = "(prefers-color-scheme: light)";
  // Paper is light, whatever the phone is.
  const MEDIA = { "": `${LIGHT}, print`, dark: "print", light: "all" };
  const SIZES = { large: "112.5%", largest: "125%" };
  const root = document.documentElement;
  // Whose scripts run gets closed sheets when they are opened; a page without scripts has them all.
  document.cookie = "scripts=1; path=/; max-age=31536000; samesite=lax";
  const { popovers } = document.currentScript.dataset;
  // A browser of before 2024 opens no sheet by itself: a library does, before any other script asks what
  // is open. Written into the page, as nothing else holds up the scripts that follow.
  if (!("popover" in HTMLElement.prototype)) document.write(`<script src="${popovers}"></script>`);
  const FONT = document.currentScript.dataset.font;
  const kept = (key) => {
    try {
      return localStorage.getItem(`look ${key}`) ?? "";
    } catch {
      return "";
    }
  };
  const keep = (key, value) => {
    try {
      localStorage.setItem(`look ${key}`, value);
    } catch {
      /* forgotten with the page */
    }
  };
  // A television stands in a dark room, whatever its browser says of itself.
  const dark = location.pathname.endsWith("/screen") ? "dark" : "";
  const theme = () => chosen.theme || dark;
  const chosen = { theme: kept("theme"), text: kept("text"), hand: kept("hand") };
  const light = new WeakSet();
  const paint = (rules) => {
    for (const rule of rules) {
      if (rule.media?.mediaText === LIGHT) light.add(rule);
      if (light.has(rule)) rule.media.mediaText = MEDIA[theme()] ?? MEDIA[""];
      else if (rule.cssRules) paint(rule.cssRules);
    }
  };
  const apply = () => {
    root.style.colorScheme = theme() in MEDIA ? theme() : "";
    root.style.fontSize = SIZES[chosen.text] ?? "";
    root.dataset.hand = chosen.hand;
    for (const sheet of document.styleSheets) paint(sheet.cssRules);
  };
  const draw = () => {
    for (const field of document.querySelectorAll("[data-look]"))
      field.value = chosen[field.dataset.look];
  };
  // Who signs this phone out leaves nothing on it; over plain http the browser isn't told to forget.
  document.addEventListener("submit", ({ target }) => {
    if (!target.action?.endsWith?.("/sign-off")) return;
    try {
      localStorage.clear();
      sessionStorage.clear();
    } catch {
      /* a browser that keeps nothing */
    }
  });
  document.addEventListener("change", ({ target }) => {
    const key = target.dataset?.look;
    if (!key) return;
    chosen[key] = target.value;
    keep(key, target.value);
    apply();
  });
  // The letters of titles come when the page has all it needs; a phone that has them already, at once.
  const letters = () => {
    const font = new FontFace("Cosmos Display", `url(${FONT})`, { weight: "600", display: "swap" });
    document.fonts.add(font);
    root.classList.add("lettered");
    keep("letters", FONT);
    return font.load().catch(() => root.classList.remove("lettered"));
  };
  if (kept("letters") === FONT) letters();
  else addEventListener("load", () => setTimeout(letters), { once: true });
  // What the style sheets are written in; a browser without it is told so in the page.
  const DRAWN = ["selector(:has(a))", "(container-type: inline-size)", "selector(&)"];
  const tell = () => {
    const told = document.querySelector(".old");
    if (told) told.hidden = DRAWN.every((each) => CSS.supports(each));
  };
  document.addEventListener("DOMContentLoaded", tell, { once: true });
  // A sheet that is fetched later, and a page that was swapped in.
  document.addEventListener("load", ({ target }) => target.rel === "stylesheet" && apply(), true);
  for (const name of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(name, draw);
  apply();
})();
