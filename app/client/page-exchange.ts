import { announcePage } from "~/shared/page-change";

/** As long as a phone at the edge of its network may take for one page. */
const patienceMs = 10_000;

/** How many of the pages that were left are kept for Back and Forward. */
const mostKept = 8;

/** A page that can take another's place in the document. */
interface ExchangeablePage {
  dir: string;
  /** What it has of its own in the document's head, and between the background and the player. */
  head: Element[];
  body: Element[];
  /** Where the focus was when it was left. */
  focused?: HTMLElement | null | undefined;
}

const inHead = "title,meta,link[rel=canonical],link[rel=alternate],style[data-href]";
const inBody = "#content > :not(.background, :has(> [data-background-switch]), #player)";

/**
 * Has the pages of one artist take each other's place in this document instead of being loaded, so that music plays on.
 * Only where the browser announces navigations, and only a page that is like this one: of the same artist, made by the
 * same version of the server. Whatever else is asked for, and whatever goes wrong, is loaded as ever.
 */
export function exchangePages(): void {
  const { navigation } = window;
  if (!navigation || !artistOf(document)) return;
  /** Pages that were left, by their entry in the history, the last one at the end. */
  const kept = new Map<string, ExchangeablePage>();
  /** The address of the page that is shown: the browser's own is ahead of it while a step back loads. */
  let shown = pageAddress(performance.getEntriesByType("navigation")[0]?.name ?? location.href);
  let underWay: AbortController | undefined;
  /** The page that is here already for the navigation which begins now. */
  let arrived: ExchangeablePage | undefined;
  let isOrdinary = false;

  // Before this script was here, a step to an entry of the same document has changed the address alone.
  if (pageAddress(location.href) !== shown) location.reload();

  navigation.addEventListener("navigate", (event) => {
    const { canIntercept, destination, downloadRequest, formData, navigationType } = event;
    const { url, key, sameDocument } = destination;
    const isStep = navigationType === "traverse";
    const page = arrived;
    // Not for a fragment or another state of this page.
    if (isOrdinary || (sameDocument && !isStep)) return;
    underWay?.abort();
    setBusy(false);
    if (!canIntercept || event.defaultPrevented || downloadRequest !== null || formData) return;
    if (page || (isStep && pageAddress(url) !== shown)) {
      keep();
      event.intercept({
        focusReset: "manual",
        scroll: "manual",
        async handler() {
          const next = page ?? kept.get(key) ?? (await load(url, () => location.reload()));
          if (next) show(next, event);
        },
      });
    } else if (!isStep && navigationType !== "reload" && new URL(url).pathname.startsWith("/artist/")) {
      event.preventDefault();
      follow(url, navigationType);
    }
  });

  /** The document gets a new address when its page is here: until then nothing has changed. */
  async function follow(url: string, history: "push" | "replace"): Promise<void> {
    arrived = await load(url, () => {
      isOrdinary = true;
      if (history === "push") location.assign(url);
      else location.replace(url);
      isOrdinary = false;
    });
    if (arrived) navigation?.navigate(url, { history });
    arrived = undefined;
  }

  /** @returns none where another navigation has begun meanwhile, or where nothing is left but to `giveUp` */
  async function load(url: string, giveUp: () => void): Promise<ExchangeablePage | undefined> {
    const loading = new AbortController();
    underWay = loading;
    setBusy(true);
    try {
      return await fetchPage(url, AbortSignal.any([loading.signal, AbortSignal.timeout(patienceMs)]));
    } catch {
      if (loading.signal.aborted) return;
      // The rest of an answer that is no page isn't awaited.
      loading.abort();
      giveUp();
      setBusy(false);
    }
  }

  function keep(): void {
    const key = navigation?.currentEntry?.key;
    if (!key || pageAddress(location.href) !== shown) return;
    const focused = document.activeElement?.closest<HTMLElement>("main *");
    kept.delete(key);
    kept.set(key, { ...pageIn(document), focused });
    const [eldest] = kept.keys();
    if (eldest && kept.size > mostKept) kept.delete(eldest);
  }

  function show(next: ExchangeablePage, event: NavigateEvent): void {
    const last = pageIn(document);
    const { url } = event.destination;
    shown = pageAddress(url);
    setBusy(false);
    document.dir = next.dir;
    for (const element of last.head) if (!isAmong(next.head, element)) element.remove();
    document.head.append(...next.head.filter((element) => !isAmong(last.head, element)));
    for (const element of last.body) element.remove();
    const bar = document.getElementById("player");
    if (bar) bar.before(...next.body);
    else document.getElementById("content")?.append(...next.body);
    // The page's foot is put in anew like the rest: one that only moved would be a shift of the layout.
    const foot = document.querySelector(".public-page > footer");
    foot?.parentElement?.append(foot);
    announcePage();

    const target =
      next.focused ??
      document.getElementById(new URL(url).hash.slice(1)) ??
      document.querySelector<HTMLElement>("h1");
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
    // A page that was never scrolled has no place to go back to.
    scrollTo(0, 0);
    if (!event.signal.aborted) event.scroll();
  }
}

/** @throws when no answer comes in time, or none that can take this page's place */
async function fetchPage(url: string, signal: AbortSignal): Promise<ExchangeablePage> {
  const answer = await fetch(url, { redirect: "manual", signal });
  const isPage = answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) throw new Error("The answer is no page.");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (artistOf(fresh) !== artistOf(document) || !isSameVersion(fresh))
    throw new Error("It is too different.");
  const bar = document.getElementById("player") ? null : fresh.getElementById("player");
  // Here they would be elements like any others.
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  const page = pageIn(fresh);
  if (bar) page.body.push(bar);
  return page;
}

function pageIn(from: Document): ExchangeablePage {
  const all = (selector: string) => [...from.querySelectorAll(selector)];
  return { dir: from.dir, head: all(inHead), body: all(inBody) };
}

/** Has the other document the same styles and scripts? One with another script of its own needs to run it. */
function isSameVersion(other: Document): boolean {
  const allIn = (from: Document) => [...from.querySelectorAll("script:not([type]),style:not([data-href])")];
  const own = allIn(document);
  return allIn(other).every((element) => isAmong(own, element));
}

const isAmong = (elements: Element[], one: Element) => elements.some((element) => element.isEqualNode(one));

/** Whose page it is; undefined of what is no artist's. */
const artistOf = (from: Document) =>
  from.querySelector<HTMLMetaElement>("meta[name='handbill:counts-for']")?.content;

/** An address without its fragment. */
const pageAddress = (address: string) => address.replace(/#.*/, "");

/** Shows that a page is on its way, in the styles. */
function setBusy(isBusy: boolean): void {
  const content = document.getElementById("content");
  if (content) content.ariaBusy = `${isBusy}`;
}
