// Moments are told in the server's time zone, and drawn in the phone's: a container has UTC, and who
// plays from afar has another one. Without this script they stay the server's.
(() => {
  "use strict";
  const inOwnZone = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      const told = time.textContent;
      const own = Number.isNaN(at.getTime()) ? told : timeOfDay(at);
      if (told === own) continue;
      time.textContent = own;
      const named = time.closest("[aria-label]");
      named?.setAttribute("aria-label", named.getAttribute("aria-label").replace(told, own));
    }
  };
  inOwnZone();
  document.addEventListener("htmx:after:swap", inOwnZone);
})();
