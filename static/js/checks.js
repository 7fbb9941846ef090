// Numbers that a table compares with its pieces and sets right.
(() => {
  "use strict";
  // A number that is to be corrected says from what to what while it is stepped, and after news,
  // which leaves what a hand has set.
  const tellStep = (field) => {
    const said = field.closest?.(".corrects")?.querySelector("[data-from-to]");
    if (!said) return;
    const { fromTo, soFar = said.textContent } = said.dataset;
    said.dataset.soFar = soFar;
    const { value, defaultValue } = field;
    said.textContent = value === defaultValue ? soFar : fromTo.replace("{n}", value);
  };
  document.addEventListener("input", ({ target }) => tellStep(target));
  document.addEventListener("htmx:after:swap", () =>
    document.querySelectorAll(".corrects input.num").forEach(tellStep),
  );

  // Of numbers side by side one is open: two steppers below them would look alike.
  document.addEventListener("change", ({ target }) => {
    const open = target.checked && target.closest(".chips-of")?.querySelectorAll("li > :checked");
    for (const each of open || []) each.checked = each === target;
  });
})();
