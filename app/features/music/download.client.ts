import { showToast } from "~/public-ui/public-toasts.client";
import { t } from "~/shared/t";

/** Links that have been found to lead somewhere: their next press is the browser's own. */
const found = new WeakSet<Element>();

/**
 * Says that a download begins, makes sure that there is a file, and leaves the rest to the browser, which keeps
 * nothing of it in memory. [1 §5, §7, §8]
 */
export function startDownloads(): void {
  document.addEventListener("click", (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-download]") : null;
    if (!link || found.delete(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    download(link);
  });
}

async function download(link: HTMLAnchorElement): Promise<void> {
  const title = link.download.replace(/\.\w+$/, "");
  showToast("info", t('Downloading "{title}"...', { title }));
  if (await exists(link.href)) {
    found.add(link);
    link.click();
  } else if (link.dataset.download === "open") {
    window.open(link.href, "_blank", "noopener");
  } else {
    showToast("error", t("Download failed. Please try again."));
  }
}

async function exists(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: "HEAD" })).ok;
  } catch {
    return false;
  }
}
