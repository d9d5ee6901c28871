import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FormValues } from "~/shared/forms";
import { said } from "~/shared/said";
import { msg, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Segments } from "~/ui/segments";
import { type IssuePreview, previewOf } from "./issue-preview.ts";

type Device = "desktop" | "phone";
type Light = "light" | "dark";
const devices: Record<Device, string> = { desktop: msg("Desktop"), phone: msg("Phone|a device") };
const lights: Record<Light, string> = { light: msg("Light|colours"), dark: msg("Dark|colours") };
const widths: Record<Device, string> = {
  desktop: "w-full max-lg:min-w-[42rem]",
  phone: "w-[390px] max-w-full",
};

/** After the last key, so that not each of them asks. */
const restMs = 300;

/** The mail as its readers would get it, from what is typed, and its line in their inbox. */
export function MailPreview({
  issueId,
  stored,
  values,
}: {
  /** `new` for one without a row. */
  issueId: string;
  /** Of what is stored, which the frame begins with. */
  stored: Omit<IssuePreview, "html">;
  /** Of the issue's form. */
  values: FormValues;
}) {
  const [device, setDevice] = useState<Device>("desktop");
  const [light, setLight] = useState<Light>("light");
  const [preview, setPreview] = useState<IssuePreview | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const address = `/newsletter/letters/${issueId}/preview`;
  const query = light === "dark" ? "?dark" : "";
  useEffect(() => {
    if (!matchMedia("(min-width: 64rem)").matches) setDevice("phone");
  }, []);
  const typed = new URLSearchParams(values).toString();
  const shown = useRef(query + typed);

  // The frame's own document stays, and with it how far it is scrolled.
  const show = useEffectEvent(({ html }: IssuePreview) => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.innerHTML = html;
  });
  useEffect(() => {
    if (shown.current === query + typed) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const next = await previewOf(address + query, typed, stop.signal);
      if (!next || stop.signal.aborted) return;
      shown.current = query + typed;
      setPreview(next);
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, query, typed]);

  // A frame that was loaded after it.
  const [loads, setLoads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each load
  useEffect(() => {
    if (preview) show(preview);
  }, [preview, loads]);

  const { from, subject, inbox, text, missing } = preview ?? stored;
  return (
    <div className="grid grid-cols-1 gap-4">
      {missing > 0 && (
        <Alert type="info">
          {t(
            "{count, plural, one {One block shows something that visitors don't see. The letter goes out without it.} other {# blocks show something that visitors don't see. The letter goes out without them.}}",
            { count: missing },
          )}
        </Alert>
      )}
      <dl
        aria-label={t("In the inbox")}
        className="grid grid-cols-1 rounded-box border border-line bg-surface px-4 py-3 text-sm"
      >
        <dt className="sr-only">{t("From|who sends a mail")}</dt>
        <dd dir="auto" className="wrap-anywhere font-semibold">
          {from}
        </dd>
        <dt className="sr-only">{t("Subject")}</dt>
        <dd dir="auto" className="wrap-anywhere">
          {subject || <span className="text-muted">{t("No title yet")}</span>}
        </dd>
        <dt className="sr-only">{t("Preview text")}</dt>
        <dd dir="auto" className="truncate text-muted">
          {inbox}
        </dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Segments legend={t("Device")} labels={said(devices)} value={device} onValue={setDevice} />
        <Segments legend={t("Light or dark")} labels={said(lights)} value={light} onValue={setLight} />
      </div>
      {/* On a phone, what a desktop shows is wider than the screen. */}
      <div className="overflow-x-auto">
        <iframe
          ref={frame}
          title={t("Preview of the letter")}
          src={address}
          onLoad={() => setLoads((count) => count + 1)}
          className={`mx-auto h-[36rem] rounded-box border border-line bg-white ${widths[device]}`}
        />
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sm">{t("As plain text")}</summary>
        <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap rounded-box bg-sunken p-4 text-sm">
          {text}
        </pre>
      </details>
    </div>
  );
}
