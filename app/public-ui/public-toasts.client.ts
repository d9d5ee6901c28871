export type ToastType = "success" | "error" | "info";

/** [1 §9] */
const defaultDurationMs = 5_000;
/** How long a toast whose time is up waits for the pointer or the focus to leave it. */
const readingMs = 1_000;
const icons: Record<ToastType, string> = { success: "check", error: "alert", info: "info" };

let region: Element | null = null;

/**
 * Shows a message at the top right of a public document, and has it read out. It goes by itself after `durationMs`, not
 * while the pointer or the focus is on it; zero or less stays until it is closed. [1 §4]
 */
export function showToast(type: ToastType, text: string, durationMs = defaultDurationMs): void {
  region ??= document.querySelector("#toasts");
  const list = region;
  // A sheet that is open covers all else, and nothing outside it is read out.
  const home = document.querySelector("dialog:modal") ?? document.querySelector(".public-page");
  if (list && list.parentElement !== home) home?.append(list);
  const box = list?.querySelector("template")?.content.cloneNode(true);
  if (!list || !(box instanceof DocumentFragment)) return;
  list.append(box);
  const toast = list.lastElementChild;
  if (!toast) return;
  toast.classList.add(`is-${type}`);
  if (type === "error") toast.setAttribute("role", "alert");
  toast.querySelector("use")?.setAttribute("href", `#icon-${icons[type]}`);
  const message = toast.querySelector("p");
  if (message) message.textContent = text;
  toast.querySelector("button")?.addEventListener("click", () => toast.remove());

  const goUnlessRead = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(goUnlessRead, readingMs);
    else toast.remove();
  };
  if (durationMs > 0) setTimeout(goUnlessRead, durationMs);
}
