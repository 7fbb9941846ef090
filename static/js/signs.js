// A finger held on a drawn sign shows its name beside it. The press that asked for the name does
// nothing else: the button below it is not tapped.
(() => {
  "use strict";
  const HOLD = 500; // ms until a press is a question
  const REACH = 24; // px around a finger in which a sign is meant
  const STAYS = 2500; // ms that a name is shown
  const SIGNS = "svg.icon, .el, use";
  const { signs } = document.getElementById("ask").dataset;
  let names;
  let waiting;
  let swallow = false;

  const bubble = document.createElement("p");
  bubble.className = "sign-name";
  bubble.setAttribute("role", "status");
  bubble.popover = "manual";
  document.body.append(bubble);

  const iconOf = (sign) => {
    const use = sign.matches("use") ? sign : sign.querySelector("use");
    if (use) return use.getAttribute("href").split("#")[1];
    return [...sign.classList].find((each) => each.startsWith("el-"))?.slice(3);
  };

  // The sign under the finger, or the nearest one of the thing that is pressed.
  const signAt = (target, x, y) => {
    const here = target.closest?.(SIGNS);
    if (here) return here;
    const pressed = target.closest?.("button, label, a, li, .row, figure") ?? target;
    let nearest = null;
    let least = REACH;
    for (const sign of pressed.querySelectorAll?.(SIGNS) ?? []) {
      const box = sign.getBoundingClientRect();
      const away = Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
      if (away < least) [nearest, least] = [sign, away];
    }
    return nearest;
  };

  const show = async (sign) => {
    names ??= fetch(signs).then((answer) => (answer.ok ? answer.json() : {}));
    const name = (await names.catch(() => (names = undefined)))?.[iconOf(sign)];
    if (!name) return;
    swallow = true;
    bubble.textContent = name;
    bubble.showPopover();
    const box = sign.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = bubble;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - wide / 2), innerWidth - wide - 8);
    const above = box.top - high - 8;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above > 8 ? above : box.bottom + 8}px`;
    clearTimeout(bubble.timer);
    bubble.timer = setTimeout(() => bubble.hidePopover(), STAYS);
  };

  const letGo = () => clearTimeout(waiting?.timer);
  document.addEventListener("pointerdown", ({ target, clientX: x, clientY: y, isPrimary }) => {
    letGo();
    swallow = false;
    if (!isPrimary) return;
    const sign = signAt(target, x, y);
    if (sign) waiting = { x, y, timer: setTimeout(() => show(sign), HOLD) };
  });
  document.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (waiting && Math.hypot(x - waiting.x, y - waiting.y) > 10) letGo();
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, letGo);
  for (const name of ["click", "contextmenu", "submit"])
    document.addEventListener(
      name,
      (event) => {
        if (!swallow) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (name === "click") swallow = false;
      },
      true,
    );
})();
