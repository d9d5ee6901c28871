export type ToastType = "success" | "error" | "info";

/** [1 §9] */
const defaultDurationMs = 5_000;
const icons: Record<ToastType, string> = { success: "check", error: "alert", info: "info" };

/**
 * Shows a message at the top right of a stage document. It goes by itself after `durationMs`, not while the pointer
 * or the focus is on it; zero or less stays until it is closed. [1 §4]
 */
export function showToast(type: ToastType, text: string, durationMs = defaultDurationMs): void {
  const list = document.querySelector("#toasts");
  if (!list) return;
  const toast = document.createElement("li");
  toast.className = `stage-toast is-${type}`;
  toast.innerHTML = `<svg aria-hidden="true" class="icon"><use href="#icon-${icons[type]}"/></svg>`;
  const message = document.createElement("p");
  message.setAttribute("role", type === "error" ? "alert" : "status");
  message.dir = "auto";
  const close = document.createElement("button");
  close.type = "button";
  close.ariaLabel = "Close";
  close.innerHTML = '<svg aria-hidden="true" class="icon"><use href="#icon-close"/></svg>';
  close.onclick = () => toast.remove();
  toast.append(message, close);
  list.append(toast);
  // Into a region that is there already: an element that comes with its text is not always read out.
  message.textContent = text;

  if (durationMs <= 0) return;
  let timer = 0;
  const wait = () => {
    timer = window.setTimeout(() => toast.remove(), durationMs);
  };
  const hold = () => clearTimeout(timer);
  toast.onpointerenter = hold;
  toast.addEventListener("focusin", hold);
  toast.onpointerleave = wait;
  toast.addEventListener("focusout", wait);
  wait();
}
