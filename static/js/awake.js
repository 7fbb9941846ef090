// Keeps the screen on: with the browser's own wake lock, or, where plain http has none, with a film
// of nothing that plays for as long. It decides nothing: mine.js says when. Of its own four seconds
// no phone makes an entry among its players. Made with ffmpeg 5.1, a grain of black and of silence:
//   ffmpeg -f lavfi -i color=black:s=16x16:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 4 -pix_fmt yuv420p
//     -c:v libx264 -profile:v baseline -c:a aac -b:a 8k -movflags +faststart -map_metadata -1 awake.mp4
//     and: -c:v libvpx -c:a libopus -b:a 6k awake.webm
(() => {
  "use strict";
  const FILM = {
    mp4: 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"',
    webm: 'video/webm; codecs="vp8, opus"',
  };
  const HAS_LOCK = "wakeLock" in navigator;
  // What a browser takes for a film that somebody watches. Safari: one that is not muted and does not
  // loop; it begins at a tap. The others: one with a sound track, muted, and Chrome wants it to fill a
  // fifth of the window: it lies behind the page. Muted, it leaves music alone and needs no tap.
  const SAFARI = "GestureEvent" in window;
  let wanted = false,
    lock = null,
    asking = false,
    film = null;

  const askForLock = async () => {
    if (lock || asking) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
      });
    } catch {
      /* not before a tap, or the battery is low: asked again at the next one */
    }
    asking = false;
    if (!wanted) letGo();
  };
  const letGo = () => lock?.release().catch(() => {});

  const shoot = () => {
    const video = document.createElement("video");
    Object.assign(video, {
      className: "awake",
      muted: !SAFARI,
      loop: !SAFARI,
      playsInline: true,
      disablePictureInPicture: true,
      disableRemotePlayback: true,
      tabIndex: -1,
    });
    video.setAttribute("aria-hidden", "true");
    for (const [kind, type] of Object.entries(FILM))
      video.append(
        Object.assign(document.createElement("source"), { src: `/static/awake.${kind}`, type }),
      );
    if (SAFARI) {
      // Beside music that plays, not instead of it, and in no player on the lock screen.
      if (navigator.audioSession) navigator.audioSession.type = "ambient";
      video.addEventListener("timeupdate", () => {
        if (video.currentTime > 2) video.currentTime = 0;
      });
      video.addEventListener("ended", () => {
        if (wanted) play();
      });
    }
    document.body.append(video);
    return video;
  };
  // Refused before the first tap: tried again at the next one.
  const play = () => film.play().catch(() => {});

  const plays = () =>
    Object.values(FILM).some((type) => document.createElement("video").canPlayType(type));

  window.awake = {
    // "lock", "film", or nothing: how this browser can be kept awake.
    by: HAS_LOCK ? "lock" : plays() ? "film" : "",
    keep(on) {
      wanted = on;
      if (HAS_LOCK) return on ? askForLock() : letGo();
      if (!on) return film?.pause();
      film ??= shoot();
      return film.paused ? play() : undefined;
    },
  };
})();
