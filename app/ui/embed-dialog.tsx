import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import {
  type Embedded,
  type EmbedSize,
  type EmbedTheme,
  embedAddress,
  embedCode,
  embedHeight,
  type HeightMessage,
  type OwnEmbeds,
  resizingCode,
} from "~/shared/embeds";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { Segments } from "./segments.tsx";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";

const path = "/dashboard/embeds";

interface Shown extends Embedded {
  title: string;
  /** The path of its page below the artist's. */
  below: string;
}

/** The code by which another site shows a track, a release or the dates; how that looks; and whether any site may. */
export function EmbedDialog({ open, onClose, ...shown }: Shown & { open: boolean; onClose(): void }) {
  return (
    <Dialog wide open={open} onClose={onClose} title={t("Embed “{title}”", { title: shown.title })}>
      <Content {...shown} />
    </Dialog>
  );
}

function Content(shown: Shown) {
  const { data, load } = useFetcher<OwnEmbeds | null>();
  useEffect(() => {
    load(path);
  }, [load]);
  if (data === undefined) return <p role="status">{t("Loading...")}</p>;
  if (data === null) return <p role="alert">{t("Failed to load this. Please close it and try again.")}</p>;
  if (data.artist === null) return <p>{t("Set your artist name first, and it has an address.")}</p>;
  return (
    <div className="grid grid-cols-1 gap-5">
      {data.isOn && <Code {...shown} artist={data.artist} />}
      <Permission isOn={data.isOn} />
    </div>
  );
}

function Code({ artist, below, title, ...embedded }: Shown & { artist: string }) {
  const [size, setSize] = useState<EmbedSize>("large");
  const [theme, setTheme] = useState<EmbedTheme>("auto");
  const src = embedAddress(artist + below, size, theme);
  const height = embedHeight(embedded, size);
  const code = `${embedCode({ src, title, height })}\n${resizingCode(new URL(artist).origin)}`;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Segments<EmbedSize>
          legend={t("Size")}
          labels={{ large: t("Large"), small: t("Small"), text: t("Without cover") }}
          value={size}
          onValue={setSize}
        />
        <Segments<EmbedTheme>
          legend={t("Colours")}
          labels={{ auto: t("As the device is"), light: t("Light|not dark"), dark: t("Dark") }}
          value={theme}
          onValue={setTheme}
        />
      </div>
      <LiveLook key={src} src={new URL(src).pathname} height={height} />
      <div className="grid gap-3">
        <code
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reached by keyboard
          tabIndex={0}
          dir="ltr"
          className="wrap-anywhere max-h-36 overflow-y-auto whitespace-pre-wrap rounded-box bg-sunken p-3.5 text-sm"
        >
          {code}
        </code>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <CopyButton text={code} texts={{ done: t("Code copied"), failed: t("Failed to copy the code") }}>
            {t("Copy code")}
          </CopyButton>
          <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
            {t(
              "For the HTML of any site. The script gives the frame the height that it needs; a site that takes none works with the first line alone.",
            )}
          </p>
        </div>
      </div>
    </>
  );
}

/** The frame itself, as high as it wants to be. */
function LiveLook({ src, height }: { src: string; height: number }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [wanted, setWanted] = useState(height);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<HeightMessage>) => {
      if (source === frame.current?.contentWindow && data.handbillHeight > 0) setWanted(data.handbillHeight);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  return (
    <iframe
      ref={frame}
      src={src}
      title={t("How it looks")}
      height={wanted}
      className="w-full rounded-xl border border-line"
    />
  );
}

/** The artist's choice for all that there is of theirs. */
function Permission({ isOn }: { isOn: boolean }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    const failed = t("Failed to change this. Please try again.");
    if (isNothingDone(answer)) toast.error(failureText(answer, failed) ?? failed);
    else
      toast.success(
        isOn
          ? t("Other sites may show your music and dates")
          : t("Other sites show nothing of yours any more"),
      );
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="min-w-0 flex-1 basis-60 text-sm">
        {isOn
          ? t(
              "Every site may show your public tracks, releases and dates, and you see in your analytics what happens there.",
            )
          : t(
              "No site can show your tracks, releases and dates: where one does, there is a short note instead.",
            )}
      </p>
      <Button
        variant="secondary"
        pending={fetcher.state !== "idle"}
        onClick={() =>
          fetcher.submit({ intent: "set-embeds", isOn: String(!isOn) }, { method: "post", action: path })
        }
      >
        {isOn ? t("Don't let sites show them") : t("Let sites show them")}
      </Button>
    </div>
  );
}
