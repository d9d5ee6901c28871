import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type PageSection, pageSections, previewTexts } from "~/shared/page-preview";
import { msg, t } from "~/shared/t";
import { Button } from "./button.tsx";

export type Device = "desktop" | "mobile";
export const deviceLabels: Record<Device, string> = { desktop: msg("Desktop"), mobile: msg("Mobile") };

/** The page's layout width, in CSS pixels. */
const pageWidths: Record<Device, number> = { desktop: 1280, mobile: 390 };

/** How long a page that is there already waits for its last pictures and fonts before it shows without them. */
const patienceMs = 1_500;

interface Rendering {
  id: number;
  address: string;
  /** Of the saved page. */
  revision: number;
}

/**
 * The artist's real page as the server renders it at this address, in the width of a device. A new address is
 * rendered out of sight and takes the old one's place once it can be seen whole, scrolled as far as that was. There
 * is never more than one on its way: after it comes the newest, and those in between are left out.
 */
export function LivePreview({
  address,
  device,
  revision = 0,
  section,
  typed = "",
  isHeld = false,
}: {
  address: string;
  device: Device;
  /** Another one has the same address rendered anew. */
  revision?: number;
  /** The part of the page to which a new revision is scrolled. */
  section?: PageSection | undefined;
  /** What is being typed. Each page is scrolled so that it is in sight, where the page has it. */
  typed?: string;
  /** No page is rendered, and one that is on its way is given up: that would keep the keys waiting. */
  isHeld?: boolean;
}) {
  const [shown, setShown] = useState<Rendering | null>(null);
  const [coming, setComing] = useState<Rendering | null>(null);
  const [failure, setFailure] = useState<{ address: string; text: string } | null>(null);
  const serial = useRef(0);
  const scroll = useRef(0);
  const { box, size } = useSize();

  // Not before this script runs: a load event of the frame before that would be missed.
  useEffect(() => {
    if (isHeld) return setComing(null);
    const isThere = shown?.address === address && shown.revision === revision;
    if (coming || isThere || failure?.address === address) return;
    serial.current += 1;
    setComing({ id: serial.current, address, revision });
  }, [isHeld, address, revision, coming, shown, failure]);

  const width = pageWidths[device];
  const scale = size ? Math.min(1, size.width / width) : 1;
  const renderings = [shown, coming].filter((rendering) => rendering !== null);
  return (
    <div ref={box} className="relative min-h-0 grow overflow-hidden rounded-box border border-edge bg-sunken">
      {size &&
        renderings.map((rendering) => (
          <PreviewFrame
            key={rendering.id}
            scroll={scroll}
            rendering={rendering}
            isShown={rendering === shown}
            section={section}
            isNew={shown?.revision !== rendering.revision}
            typed={typed}
            style={{
              width,
              height: size.height / scale,
              left: (size.width - width * scale) / 2,
              transform: `scale(${scale})`,
            }}
            onReady={() => {
              setShown(rendering);
              setComing(null);
              setFailure(null);
            }}
            onFailure={(text) => {
              setFailure({ address: rendering.address, text });
              setComing(null);
            }}
          />
        ))}
      {failure?.address === address && (
        <div
          role="alert"
          className="absolute inset-x-0 bottom-0 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-surface p-3 text-sm"
        >
          <p className="font-medium text-danger">{failure.text}</p>
          <Button variant="secondary" onClick={() => setFailure(null)}>
            {t("Load it again")}
          </Button>
        </div>
      )}
    </div>
  );
}

function PreviewFrame({
  rendering,
  isShown,
  section,
  isNew,
  typed,
  style,
  scroll,
  onReady,
  onFailure,
}: {
  rendering: Rendering;
  isShown: boolean;
  /** What is in sight of it, also where the layout has it folded. */
  section: PageSection | undefined;
  /** It is scrolled to its section, instead of as far as the page before it. */
  isNew: boolean;
  typed: string;
  style: { width: number; height: number; left: number; transform: string };
  /** How far the page that is shown is scrolled. */
  scroll: RefObject<number>;
  onReady(): void;
  onFailure(text: string): void;
}) {
  const own = useRef<HTMLIFrameElement>(null);
  const isOver = useRef(false);

  const settle = useEffectEvent(async () => {
    const page = pageIn(own.current);
    if (isOver.current) return;
    isOver.current = true;
    if (!page) return onFailure(await failureOf(rendering.address));
    keepThere(page);
    await untilDrawn(page.document);
    const part = section ? page.document.querySelector(pageSections[section]) : null;
    part?.closest("details")?.setAttribute("open", "");
    page.scrollTo({ top: scroll.current, behavior: "instant" });
    if (part && isNew) await scrollToPart(page, part);
    if (typed) await scrollToText(page, typed);
    scroll.current = page.scrollY;
    page.addEventListener("scroll", () => {
      scroll.current = page.scrollY;
    });
    onReady();
  });
  useEffect(() => {
    // A picture from another server that never arrives isn't waited for.
    const timer = setInterval(() => {
      if (pageIn(own.current)?.document.readyState === "interactive") settle();
    }, patienceMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <iframe
      ref={own}
      title={isShown ? t("Live preview of your page") : t("The next preview of your page")}
      src={rendering.address}
      inert={!isShown}
      onLoad={() => settle()}
      className={`absolute top-0 origin-top-left bg-sunken ${isShown ? "" : "opacity-0"}`}
      style={style}
    />
  );
}

type PageWindow = Window & typeof globalThis;

/** The artist's page in a frame; null for an error's, and for one that may not be looked into. */
function pageIn(frame: HTMLIFrameElement | null): PageWindow | null {
  const page = frame?.contentDocument;
  return page?.querySelector(".public-page") ? page.defaultView : null;
}

/** Links lead nowhere but about the page itself. That nothing is sent from it, its own headers see to. */
function keepThere(page: PageWindow): void {
  // A landmark's name is one of a kind on a screen, its frames included.
  page.document.getElementById("toasts")?.setAttribute("aria-label", t("Notifications of the page"));
  page.addEventListener("click", (event) => {
    const link = event.target instanceof page.Element ? event.target.closest("a[href]") : null;
    if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
  });
}

// A page's own `scrollIntoView` would scroll the screen around the frame as well.

/** What comes in sight is laid out only then, and moves what is below it: the place is looked up until it stays. */
async function scrollToPart(page: PageWindow, part: Element): Promise<void> {
  const clear = [
    page.getComputedStyle(part).scrollMarginTop,
    page.getComputedStyle(page.document.documentElement).scrollPaddingTop,
  ].reduce((sum, length) => sum + (Number.parseFloat(length) || 0), 0);
  for (let look = 0; look < 4; look += 1) {
    page.scrollBy({ top: part.getBoundingClientRect().top - clear, behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}

async function scrollToText(page: PageWindow, text: string): Promise<void> {
  const element = elementWith(page, text);
  if (!element) return;
  for (let look = 0; look < 4; look += 1) {
    const { top, bottom } = element.getBoundingClientRect();
    const isInSight = top >= 0 && bottom <= page.innerHeight;
    if (!isInSight) page.scrollBy({ top: top - page.innerHeight / 3, behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}

function elementWith({ document }: PageWindow, text: string): Element | undefined {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.nodeValue?.includes(text) && element?.checkVisibility()) return element;
  }
  return undefined;
}

/** When fonts are here and the first pictures can be painted, but not forever after. */
async function untilDrawn(page: Document): Promise<void> {
  const early = [...page.querySelectorAll<HTMLImageElement>(".background img, header img")];
  const drawn = Promise.allSettled([page.fonts.ready, ...early.map((image) => image.decode())]);
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Why there is no page at an address. */
async function failureOf(address: string): Promise<string> {
  const unknown = t("The preview could not be loaded.");
  try {
    const answer = await fetch(address, { redirect: "manual" });
    if (answer.type === "opaqueredirect") return t(previewTexts.signedOut);
    return answer.status === 404 ? t(previewTexts.noProfile) : unknown;
  } catch {
    return unknown;
  }
}

/** A box, and how large it is; null until it is known. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize(width && height ? { width, height } : null);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { box, size };
}
