import { ArrowRight } from "lucide-react";
import type { Readability } from "~/artist-theme/readability";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";

/** The choices that are hard to read, and the page's own corrections. */
export function ReadabilityCard({ id, readability }: { id: string; readability: Readability }) {
  const { direction, findings } = readability;
  return (
    <div id={id} className="scroll-mt-20">
      <Card title={t("Readability")}>
        <div className="grid grid-cols-1 gap-3 text-sm">
          <p>{direction}</p>
          {findings.length === 0 && <p>{t("Everything can be read just as you chose it.")}</p>}
          {findings.length > 0 && (
            <ul className="grid list-disc gap-2 ps-5">
              {findings.map(({ text, colours }) => (
                <li key={text}>
                  {text}
                  {colours && (
                    <span className="mt-1 flex flex-wrap items-center gap-2 text-muted tabular-nums">
                      <Sample colour={colours.from} />
                      <ArrowRight aria-label={t("became")} className="rtl:-scale-x-100 size-4" />
                      <Sample colour={colours.to} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      </Card>
    </div>
  );
}

function Sample({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className="size-4 rounded-full border border-edge"
        style={{ background: colour }}
      />
      <bdi dir="ltr">{colour}</bdi>
    </span>
  );
}

/** The same in a few words. */
export function readabilitySummary({ findings }: Readability): string {
  if (findings.length === 0) return t("All readable");
  return t("{count, plural, one {# correction} other {# corrections}}", { count: findings.length });
}
