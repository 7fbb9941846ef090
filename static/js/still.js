// Nothing moves that the thumb has not moved. What others do leaves what is read where it is: a piece
// is not drawn up by what has gone above it until this phone does something itself, and what grows
// above the place that is looked at is scrolled away (Safari has no anchor of its own).
(() => {
  "use strict";
  const $ = (what) => document.querySelector(what);
  if ($(".phone.screen")) return; // no thumb on a table screen, and it has to fit
  const PIECE = 'main [id^="slot-"] > [id]';
  // What holds pieces is held too: it has to stay where it is with them.
  const PIECES = `#top, #slot-top, main > *, ${PIECE}, #foot > [id]:not(#slot-awaited)`;
  const isNews = (source) => source?.matches("#live, section[id^=tab-]"); // or what is open, fetched
  const isOthers = (ctx) => isNews(ctx.sourceElement) && press.others();
  // Every piece that is to be seen, with its place on the page.
  const places = () => {
    const found = new Map();
    for (const each of document.querySelectorAll(PIECES)) {
      const { top, height } = each.getBoundingClientRect();
      // The banner that stays in view has a box of its own instead of its parent's.
      if (height && !(each.id === "slot-top" && found.has($("#top"))))
        found.set(each, { top: top + scrollY, height });
    }
    return found;
  };
  const isHead = (each) => each.matches("#top, #slot-top");

  // A step or a phase that this phone has begun itself is read from the top of the page.
  const phase = () =>
    [$("#panel-banner")?.dataset.phase, $(".steps [aria-current=step]")?.textContent].join();
  let began = phase();
  // Nor is the own turn, called by others, begun below a gap that its first tap would close.
  const isCalled = () => $("#mine")?.dataset.mine === "yes";
  let called = isCalled();

  let before = null, // as it was before what is put into the page now
    read = 0, // how far the page was scrolled
    tall = 0; // and how long it was
  const letGo = () => {
    for (const each of document.querySelectorAll("[style]"))
      each.style.marginTop = each.style.minHeight = "";
  };
  const isInView = ({ top, height }) => top < read + innerHeight && top + height > read;
  // Those in view before and after; without a piece that has gone up past another one.
  const staying = (now) => {
    const stays = [...now.keys()].filter((each) => before.has(each) && isInView(before.get(each)));
    const top = (each) => before.get(each).top;
    const inMain = stays.filter((each) => each.closest("main"));
    return inMain.filter(
      (each, at) => !inMain.slice(at + 1).some((later) => top(later) < top(each)),
    );
  };
  const hold = (now) => {
    $("main").style.minHeight = `${tall}px`;
    let pushed = 0;
    for (const [each, { height }] of now) {
      const was = before.get(each)?.height;
      if (each.closest("main") || !(was > height)) continue;
      each.style.minHeight = `${was}px`;
      if (isHead(each)) pushed += was - height;
    }
    const stays = staying(now);
    // Where more has gone above than the head has grown, what holds the pieces stays where it is, too.
    const gap = (each) => before.get(each).top - now.get(each).top - pushed;
    const first = stays.find((each) => each.matches(PIECE));
    const lower = first && -gap(stays[0]); // the tab
    if (lower > 0 && gap(first) > 0) {
      $("main").style.marginTop = `${-lower}px`;
      pushed -= lower;
    }
    for (const each of stays) {
      const short = gap(each);
      if (short < 1) continue;
      each.style.marginTop = `${short}px`;
      pushed += short;
    }
  };
  // What lies nearest to the middle stays there.
  const scroll = (now) => {
    const middle = read + innerHeight / 2;
    const far = (each) => {
      const { top, height } = before.get(each);
      return Math.abs(top + height / 2 - middle);
    };
    const pieces = staying(now).filter((each) => each.matches(PIECE));
    const [nearest] = pieces.sort((one, other) => far(one) - far(other));
    if (!nearest) return;
    scrollTo({ top: read + now.get(nearest).top - before.get(nearest).top, behavior: "instant" });
  };

  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    before = isOthers(ctx) ? places() : null;
    read = scrollY;
    tall = $("main").offsetHeight;
  });
  document.addEventListener("htmx:after:swap", () => {
    letGo();
    const begins = began !== (began = phase());
    const turn = !called && isCalled();
    called = isCalled();
    // News of others that came with it changes nothing: what waits for this phone's tap is its own.
    if (!before || (begins && press.mine())) {
      before = null;
      return begins && !$(":popover-open") && scrollTo(0, 0);
    }
    // While it is measured the page is as long as it was: a browser would scroll it up.
    document.body.style.minHeight = `${read + innerHeight}px`;
    if (read || !turn) hold(places());
    if (read) scroll(places());
    document.body.style.minHeight = "";
    before = null;
  });
  addEventListener("resize", letGo);
  document.addEventListener("click", ({ target }) => target.closest?.("[data-tab]") && letGo());
})();
