import { fetchPage, onFollow } from "~/public-ui/public-form.client";
import { onEachPage } from "~/shared/page-change";
import { relativeTime } from "~/shared/relative-time";
import { language } from "~/shared/t";

const minuteMs = 60_000;

/** Keeps the ages of comments up to date, in the visitor's own language, and brings older comments in their place. */
export function startComments(): void {
  onEachPage(() => refreshTimes(document));
  setInterval(() => refreshTimes(document), minuteMs);

  onFollow("a[data-older]", async (link) => {
    const page = await fetchPage(link.href);
    const older = [...page.querySelectorAll<HTMLElement>("[data-comments] > li")];
    const list = link.parentElement?.querySelector("[data-comments]");
    const [first] = older;
    if (!list || !first) throw new Error("There are no comments in the answer.");
    list.append(...older);
    refreshTimes(list);
    first.tabIndex = -1;
    first.focus();
    const next = page.querySelector<HTMLAnchorElement>("a[rel=next]");
    if (!next) return link.remove();
    link.href = next.href;
    link.ariaBusy = null;
  });
}

export function refreshTimes(within: ParentNode): void {
  const now = new Date();
  // A reader of British English gets British dates; one of none of our languages those of the words around.
  const spoken = language();
  const locale = navigator.languages.find((tag) => tag.split("-")[0] === spoken.split("-")[0]) ?? spoken;
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[data-age]")) {
    time.textContent = relativeTime(new Date(time.dateTime), now, locale);
  }
}
