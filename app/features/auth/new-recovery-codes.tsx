import { Download, Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { useSiteName } from "~/ui/site-name";

/** Recovery codes as they are shown once: to copy, to store as a file and to print. */
export function NewRecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const intro = t("Recovery codes for {siteName}. Each works once.", { siteName: useSiteName() });
  const text = `${intro}\n\n${codes.join("\n")}\n`;
  return (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <Alert type="info">
        <p ref={heading} tabIndex={-1}>
          {t(
            "Keep these codes where you find them without your phone. Each lets you in once, and they are shown only now.",
          )}
        </p>
      </Alert>
      <div className="print-alone">
        <p className="mb-4 hidden print:block">{intro}</p>
        <ol aria-label={t("Recovery codes")} className="grid gap-y-2 rounded-box bg-sunken p-4">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} texts={{ done: t("Codes copied"), failed: t("Failed to copy the codes") }}>
          {t("Copy")}
        </CopyButton>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="inline-flex min-h-11 items-center gap-2 rounded-box border border-edge bg-surface px-4 py-1 font-semibold text-sm hover:bg-sunken"
        >
          <Download aria-hidden="true" className="size-4" />
          {t("Download")}
        </a>
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" className="size-4" />
          {t("Print")}
        </Button>
      </div>
    </div>
  );
}
