// A finger that rests on a control does more than a tap: what its data-hold says. A ring tells how long
// it still takes; sliding off is nothing. Never the only way: a tap and the button below do the same.
(() => {
  "use strict";
  const LONG = 500;
  let resting = null;

  const leave = () => {
    clearTimeout(resting?.timer);
    resting?.control.classList.remove("is-held");
    resting = null;
  };
  const done = (control) => {
    const { value } = control;
    const does = control.dataset.hold;
    leave();
    navigator.vibrate?.(10);
    control.value = does;
    control.form.requestSubmit(control);
    // Read by then; a refusal leaves the control as it was.
    setTimeout(() => {
      if (control.value === does) control.value = value;
    }, 200);
    // The finger that goes up is no tap of its own.
    const stop = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("click", stop, { capture: true, once: true });
    const free = () => removeEventListener("click", stop, true);
    const freeSoon = () => setTimeout(free, 50);
    addEventListener("pointerup", freeSoon, { once: true });
    addEventListener("pointercancel", freeSoon, { once: true });
    // The next press is one of its own, even where a busy phone runs the timer after it.
    addEventListener("pointerdown", free, { capture: true, once: true });
  };

  document.addEventListener("pointerdown", (event) => {
    leave();
    const control = event.target.closest?.("button[data-hold]");
    if (!control || !event.isPrimary || event.button) return;
    resting = { control, x: event.clientX, y: event.clientY };
    resting.timer = setTimeout(done, LONG, control);
    control.classList.add("is-held");
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (resting && Math.hypot(clientX - resting.x, clientY - resting.y) > 12) leave();
  });
  for (const over of ["pointerup", "pointercancel", "scroll"])
    document.addEventListener(over, leave, true);
  // Holding opens no menu of the system.
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("button[data-hold]")) event.preventDefault();
  });
})();
