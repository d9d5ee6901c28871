import { t } from "~/shared/t";

const movementIsWelcome = "(prefers-reduced-motion: no-preference) and (forced-colors: none)";

/** Runs the landing page's film once the page is loaded, for visitors who welcome it, and has the button stop it. */
export function startFilm(): void {
  const stage = document.querySelector("#film");
  const button = document.querySelector<HTMLButtonElement>("#film-button");
  const film = stage?.querySelector("template")?.content.querySelector("video");
  if (!stage || !button || !film || savesData()) return;
  const preference = matchMedia(movementIsWelcome);
  let video: HTMLVideoElement | undefined;

  const show = () => {
    if (document.readyState !== "complete" || preference.matches === (video !== undefined)) return;
    button.hidden = !preference.matches;
    video?.remove();
    video = preference.matches ? document.importNode(film, true) : undefined;
    if (!video) return;
    for (const change of ["play", "pause"]) video.addEventListener(change, say);
    // A copy of an element is silent only once it is told so.
    video.muted = true;
    stage.append(video);
  };
  const say = () => {
    const isPlaying = video?.paused === false;
    button.toggleAttribute("data-playing", isPlaying);
    button.ariaLabel = t(isPlaying ? "Pause background video" : "Play background video");
  };
  button.addEventListener("click", () => {
    if (!video?.paused) video?.pause();
    // A browser that saves power may refuse; then the still goes on standing there.
    else video.play().catch(() => {});
  });
  preference.addEventListener("change", show);
  // Whatever else begins with the loaded page comes first.
  addEventListener("load", () => setTimeout(show));
  show();
}

/** The browser's data saver, where there is one. */
function savesData(): boolean {
  const connection: unknown = "connection" in navigator && navigator.connection;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
