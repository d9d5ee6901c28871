import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLoaderData } from "react-router";
import { whenIdle } from "~/client/when-idle.ts";
import { type PageSection, previewPath } from "~/shared/page-preview";
import { t } from "~/shared/t";
import { type PreviewedForm, PreviewedFormContext } from "./previewed-form.ts";

/** Where its code can't be had, the tool beside it stays, with all that is typed there. */
const LivePreview = lazy<typeof import("./live-preview.tsx").LivePreview>(async () => ({
  default: await import("./live-preview.tsx").then(
    ({ LivePreview }) => LivePreview,
    () => MissingPreview,
  ),
}));

/** What a tool's preview shows first, and what is laid over the page. */
export interface PreviewOf {
  /** The part of the page that the tool is about. The page is scrolled there after each save. */
  section?: PageSection;
  /** The tool's own form, where it is one. Those of its dialogs say so themselves. */
  typed?: PreviewedForm;
}

/** After the last key: a page is rendered for what is typed, not for each word of it. */
const restMs = 500;

/** What an address may hold everywhere. Longer texts show once they are saved. */
const longestQuery = 6_000;

/**
 * A tool, and beside it the musician's real page as it would look with what is typed there: on a wide screen always, on a
 * phone once its switch is pressed. The page follows each save of the tool. It comes after the tool itself, in a quiet
 * moment, and never stands in the way of typing. The tool stays as it is where its preview comes or goes. [decision 0064]
 */
export function WithPagePreview({
  preview,
  className,
  children,
}: {
  preview: PreviewOf | undefined;
  /** Of the tool alone. */
  className: string;
  children: ReactNode;
}) {
  const [isOn, setIsOn] = useState(false);
  const [inDialog, setInDialog] = useState<PreviewedForm | null>(null);
  const look = preview
    ? "mt-4 grid grid-cols-1 gap-y-4 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-x-8 xl:grid-cols-[minmax(0,1fr)_24.375rem]"
    : className;
  return (
    <div className={look}>
      {preview && (
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          onClick={() => setIsOn(!isOn)}
          className="group/switch -order-1 flex min-h-11 items-center gap-3 justify-self-end rounded-box px-2 font-semibold text-sm lg:hidden noscript:hidden"
        >
          {t("Preview")}
          <span className="relative h-6 w-11 rounded-full border border-edge bg-sunken transition-colors group-aria-checked/switch:border-primary group-aria-checked/switch:bg-primary">
            <span className="absolute start-0.5 top-0.5 size-[1.125rem] rounded-full bg-foreground transition-transform group-aria-checked/switch:translate-x-5 group-aria-checked/switch:bg-on-primary rtl:group-aria-checked/switch:-translate-x-5" />
          </span>
        </button>
      )}
      <div className="min-w-0">
        <PreviewedFormContext value={preview ? setInDialog : null}>{children}</PreviewedFormContext>
      </div>
      {preview && <PagePreview {...preview} inDialog={inDialog} isOn={isOn} />}
    </div>
  );
}

function PagePreview({
  section,
  typed,
  inDialog,
  isOn,
}: PreviewOf & { inDialog: PreviewedForm | null; isOn: boolean }) {
  const isWide = useIsWide();
  // A new row that has just been saved would stand beside what is typed, until its dialog closes.
  const revision = useRevision(useLoaderData<unknown>(), inDialog !== null);
  const { query, text, isTyping } = useTyped(inDialog ?? typed);
  return (
    <section
      aria-label={t("Live preview")}
      data-page-preview={isOn ? "on" : "off"}
      className={`${isOn ? "flex" : "hidden"} sticky top-16 z-20 h-[42dvh] bg-canvas pb-3 max-lg:-order-1 lg:top-20 lg:z-0 lg:flex lg:h-[calc(100dvh-6.5rem)] lg:pb-0`}
    >
      {(isWide || isOn) && (
        <Suspense>
          <LivePreview
            address={`${previewPath}${query && `?${query}`}`}
            revision={revision}
            section={section}
            typed={text}
            isHeld={isTyping}
            device="mobile"
          />
        </Suspense>
      )}
    </section>
  );
}

function MissingPreview() {
  return (
    <p role="status" className="m-auto px-6 text-center text-muted">
      {t("The preview could not be loaded. Reload this page to try again.")}
    </p>
  );
}

/** Whether there is room beside the tool: false until its first moment of rest, in which the preview begins. */
function useIsWide(): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const query = matchMedia("(width >= 64rem)");
    let isOver = false;
    const look = () => !isOver && setIsWide(query.matches);
    whenIdle(look);
    query.addEventListener("change", look);
    return () => {
      isOver = true;
      query.removeEventListener("change", look);
    };
  }, []);
  return isWide;
}

/** Counts how often the screen's data have come anew, as they do after each save. While it is held it stays. */
function useRevision(loaded: unknown, isHeld: boolean): number {
  const [known, setKnown] = useState({ loaded, revision: 0 });
  if (known.loaded !== loaded && !isHeld) setKnown({ loaded, revision: known.revision + 1 });
  return known.revision;
}

const nothingTyped = { query: "", text: "" };

/**
 * What is typed into a form: as the preview's address has it, empty while it is what is saved; the text of the field that is
 * being typed into; and whether keys are being pressed, anywhere on the screen.
 */
function useTyped(typed: PreviewedForm | undefined): { query: string; text: string; isTyping: boolean } {
  const [found, setFound] = useState(nothingTyped);
  const [isTyping, setIsTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { id, form, hasChanges = false } = typed ?? {};
  const read = useEffectEvent(() => {
    setIsTyping(false);
    const element = id === undefined ? null : document.getElementById(id);
    if (!form || !(element instanceof HTMLFormElement)) return setFound(nothingTyped);
    const sent = [...new FormData(element)].filter(([, value]) => typeof value === "string");
    const whole = new URLSearchParams({ form, ...Object.fromEntries(sent) }).toString();
    const query = hasChanges && whole.length <= longestQuery ? whole : "";
    if (query !== found.query) setFound({ query, text: textIn(document.activeElement) });
  });
  useEffect(() => {
    const readSoon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => read(), restMs);
    };
    const typeOn = () => {
      setIsTyping(true);
      readSoon();
    };
    // Fields beside the form, too; some of them change without being typed into, and have the screen rendered.
    addEventListener("input", typeOn);
    addEventListener("keydown", typeOn);
    readSoon();
    return () => {
      clearTimeout(timer.current);
      removeEventListener("input", typeOn);
      removeEventListener("keydown", typeOn);
    };
  });
  return { ...(typed ? found : nothingTyped), isTyping };
}

function textIn(field: Element | null): string {
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
  return isText ? field.value.trim() : "";
}
