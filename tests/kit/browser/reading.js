// What cannot be read on the page as it is drawn now: a list of sentences, empty if all is well.
// Every line of every text is looked at by itself, those of drawings too. `smallest`: the size in
// CSS pixels that no word is smaller than. `main`: of which words `mainSmallest` is asked.
({smallest, main, mainSmallest}) => {
  const SLACK = 1.5;
  const NOT_READ = ".sr, .skip, template, script, style, noscript, option, title";
  const page = document.scrollingElement;
  const sheet = [...document.querySelectorAll("[popover]:popover-open")].at(-1);
  const up = function* (at) { for (; at && at !== document.documentElement; at = at.parentElement) yield at; };
  // Asked of many words, answered once for each element.
  const once = (answer) => {
    const known = new Map();
    return (at) => known.has(at) ? known.get(at) : known.set(at, answer(at)).get(at);
  };
  const styleOf = once((at) => getComputedStyle(at));
  const boxOf = once((at) => at.getBoundingClientRect());
  const isSeen = once((at) => at.checkVisibility({opacityProperty: true, visibilityProperty: true})
    && ![...up(at)].some((each) => styleOf(each).clipPath.startsWith("inset(50%")));
  const scrolls = (value) => ["auto", "scroll"].includes(value);
  // What lies over the page, stays while it scrolls or scrolls by itself is compared with its own texts.
  const isLayer = (style) => ["fixed", "sticky"].includes(style.position) || scrolls(style.overflowY) || scrolls(style.overflowX);
  const layerOf = once((at) => [...up(at)].find((each) => isLayer(styleOf(each))) ?? page);
  const zoomOf = once((at) => [...up(at)].reduce((all, each) => all * Number(styleOf(each).zoom || 1), 1));
  const sizeOf = (at) => {
    const size = parseFloat(styleOf(at).fontSize), drawing = at.closest("svg");
    if (!drawing || !at.getScreenCTM) return size * zoomOf(at);
    const scale = at.getScreenCTM();
    return size * Math.hypot(scale.a, scale.b);
  };
  const linesOf = (text, from = 0, to = text.length) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
  };
  // The letters without the room that a font keeps above and below them, which differs widely.
  const inked = (box) => ({left: box.left, right: box.right, top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.2});
  const clips = (value) => ["hidden", "clip"].includes(value);
  const hasEdge = (style) => style.boxShadow !== "none" || style.backgroundColor !== "rgba(0, 0, 0, 0)" || parseFloat(style.borderTopWidth) > 0;
  const found = new Set();

  // What holds this line: everything that would cut it off or that it would stand out of.
  const holdsIt = (at, line, told) => {
    for (const each of up(at)) {
      const style = styleOf(each), box = boxOf(each);
      if (style.display === "inline" || style.display === "contents" || each instanceof SVGElement && each.tagName !== "svg") continue;
      if (scrolls(style.overflowX) && each.scrollWidth > each.clientWidth + 1) found.add(`${told} is in what scrolls sideways`);
      if (scrolls(style.overflowX)) return;
      const wide = line.left < box.left - SLACK || line.right > box.right + SLACK;
      const high = line.top < box.top - SLACK || line.bottom > box.bottom + SLACK;
      const cut = wide && clips(style.overflowX) || high && clips(style.overflowY);
      if (cut || (wide || high) && hasEdge(style) && each !== document.body) {
        found.add(`${told} is ${cut ? "cut off by" : "stands out of"} ${each.tagName.toLowerCase()}${each.id ? "#" + each.id : ""}.${[...each.classList].join(".")}`);
        return;
      }
      if (["fixed"].includes(style.position)) return;
    }
    if (line.left < -SLACK || line.right > innerWidth + SLACK) found.add(`${told} stands beyond the page`);
  };

  // The word of the sill has so many lines; what is more is read whole in the sheet that a tap on it opens.
  const isBehindATap = (at, line) => {
    const word = at.closest(".word[popovertarget] > .ws");
    return word && document.getElementById(word.parentElement.getAttribute("popovertarget")) && line.top >= boxOf(word).bottom - SLACK;
  };
  const isShortened = once((at) => [...up(at)].some((each) => styleOf(each).textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth + 1));
  const lines = [];
  const texts = document.createTreeWalker(sheet ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, at = text.parentElement, words = text.data.trim().replace(/\s+/g, " ");
    if (!words || at.closest(NOT_READ) || !isSeen(at)) continue;
    const boxes = linesOf(text), told = `"${words.slice(0, 40)}"`;
    if (!boxes.length) continue;
    const size = sizeOf(at), least = main && at.matches(main) ? mainSmallest : smallest;
    if (size < least - 0.3) found.add(`${told} is ${size.toFixed(1)} px`);
    if (isShortened(at)) found.add(`${told} is shortened`);
    // On one line no word can be broken: asking for each is slow.
    const parted = boxes.length > 1 ? text.data : "";
    for (const {index, 0: word} of parted.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (text.data[index - 1] === "\u00ad") continue; // parted where its translation says
      const parts = linesOf(text, index, index + word.length), tops = parts.map((box) => box.top);
      if (parts.length && parts.every((box) => isBehindATap(at, inked(box)))) continue;
      // In large text a compound has no line that is long enough: it is parted where the browser knows its syllables.
      if (styleOf(at).hyphens === "auto" && parts.reduce((all, box) => all + box.width, 0) > 0.6 * innerWidth) continue;
      if (!(at instanceof SVGElement) && Math.max(...tops) - Math.min(...tops) > size / 2) found.add(`"${word}" of ${told} is broken`);
    }
    const layer = layerOf(at);
    for (const box of boxes) {
      const line = inked(box);
      if (isBehindATap(at, line)) continue;
      holdsIt(at, line, told);
      lines.push({text, at, line, layer, told});
    }
  }
  lines.sort((one, other) => one.line.top - other.line.top);
  lines.forEach((one, i) => {
    for (let j = i + 1; j < lines.length && lines[j].line.top < one.line.bottom; j += 1) {
      const other = lines[j];
      if (one.layer !== other.layer) continue;
      // Where a word of the sill ends in three dots, its line is there twice.
      if (one.text === other.text && one.at.closest(".word > .ws")) continue;
      const wide = Math.min(one.line.right, other.line.right) - Math.max(one.line.left, other.line.left);
      const high = Math.min(one.line.bottom, other.line.bottom) - other.line.top;
      if (wide > SLACK && high > SLACK) found.add(`${one.told} lies on ${other.told}`);
    }
  });
  return [...found];
}
