export type ToastType = "success" | "error" | "info";

/** [1 §9] */
const defaultDurationMs = 5_000;
/** How long a toast whose time is up waits for the pointer or the focus to leave it. */
const readingMs = 1_000;
const icons: Record<ToastType, string> = { success: "check", error: "alert", info: "info" };

/**
 * Shows a message at the top right of a public document, and has it read out. It goes by itself after `durationMs`, not
 * while the pointer or the focus is on it; zero or less stays until it is closed. [1 §4]
 */
export function showToast(type: ToastType, text: string, durationMs = defaultDurationMs): void {
  const list = document.querySelector("#toasts");
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
