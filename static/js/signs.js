// A finger held on a drawn sign shows its name beside it. The press that asked for the name does
// nothing else: the button below it is not tapped.
(() => {
  "use strict";
  const HOLD = 500; // ms until a press is a question
  const REACH = 24; // px around a finger in which a sign is meant
  const STAYS = 2500; // ms that a name is shown
  const SIGNS = "svg.icon, .el, use:not([href^='#']), svg [role=img]";
  const OURS = "nav, .pill"; // what stands there are the app's own icons, with words beside them
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
    if (target.closest?.(OURS)) return null;
    const here = target.closest?.(SIGNS);
    if (here) return here;
    const pressed = target.closest?.("button, label, a, li, .row, figure, svg") ?? target;
    let nearest = null;
    let least = REACH;
    for (const sign of pressed.querySelectorAll?.(SIGNS) ?? []) {
      if (sign.closest(OURS)) continue;
      const box = sign.getBoundingClientRect();
      const away = Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
      if (away < least) [nearest, least] = [sign, away];
    }
    return nearest;
  };

  // A drawing of the game says itself what it shows; an icon's name is asked for.
  const nameOf = async (sign) => {
    if (sign.ariaLabel) return sign.ariaLabel;
    names ??= fetch(signs).then((answer) => (answer.ok ? answer.json() : {}));
    return (await names.catch(() => (names = undefined)))?.[iconOf(sign)];
  };

  const show = async (sign) => {
    const name = await nameOf(sign);
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
    bubble.hidePopover();
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
