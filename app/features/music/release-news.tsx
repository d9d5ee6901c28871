import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { listed } from "~/shared/listed";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmDialog } from "~/ui/dialog";
import { useOwnFormats } from "~/ui/formats";
import type { OwnRelease } from "./releases-queries.server";
import { remindersKeptDays } from "./reminders-schema";
import { useReleaseAction } from "./use-release-action";

const lookAgainMs = 3_000;

/** Who is to be told that a release is out, and how the news has arrived. Nothing where nobody can or could ask. */
export function ReleaseNews({ release, sendsMail }: { release: OwnRelease; sendsMail: boolean }) {
  const { id, state, reminders } = release;
  const { waiting, told, failed, doubtful, toTellAgain } = reminders;
  const { number } = useOwnFormats();
  const [isAsking, setIsAsking] = useState(false);
  const { submit, isBusy } = useReleaseAction(id, () => setIsAsking(false));
  const isTelling = state === "out" && waiting > 0 && sendsMail;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isTelling) return;
    const timer = setInterval(revalidate, lookAgainMs);
    return () => clearInterval(timer);
  }, [isTelling, revalidate]);

  const total = waiting + told + failed + doubtful;
  if (total === 0 && state !== "announced") return null;
  const asked = { count: waiting, shown: number(waiting) };
  const outcomes = [
    t("{count, plural, one {{told} of {shown} fan told} other {{told} of {shown} fans told}}", {
      count: total,
      shown: number(total),
      told: number(told),
    }),
    failed > 0 && t("{count} undeliverable|mails", { count: number(failed) }),
    doubtful > 0 && t("{count} in doubt|mails", { count: number(doubtful) }),
  ].filter((text) => text !== false);
  return (
    <Card title={t("Those who asked to be told")}>
      <div className="grid grid-cols-1 gap-4">
        {state !== "out" && (
          <p>
            {waiting === 0
              ? t("Nobody has asked to be told when it is out yet.")
              : t(
                  "{count, plural, one {{shown} fan asked to be told when it is out, and is mailed then.} other {{shown} fans asked to be told when it is out, and are mailed then.}}",
                  asked,
                )}
          </p>
        )}
        {state === "announced" && (
          <p className="text-muted text-sm">
            {sendsMail
              ? t(
                  "Its page has a form for it. You see how many they are, not their addresses: those were left for this one mail.",
                )
              : t("Mail isn't set up on this server, so its page can't offer it.")}
          </p>
        )}
        {total > waiting && (
          <>
            <progress
              value={total - waiting}
              max={total}
              aria-label={t("Told")}
              className="h-3 w-full accent-primary"
            />
            <p role="status">{t("{sentence}.", { sentence: listed(outcomes) })}</p>
            {doubtful > 0 && (
              <p className="text-muted text-sm">
                {t(
                  "In doubt means that sending was interrupted in the very moment in which the mail went out: it may or may not have arrived. It isn't sent again by itself, because nobody is to get it twice.",
                )}
                {toTellAgain > 0 && (
                  <> {t("Addresses are kept for {days} days.", { days: remindersKeptDays })}</>
                )}
              </p>
            )}
          </>
        )}
        {state === "out" && total === waiting && (
          <p role="status">
            {sendsMail
              ? t(
                  "{count, plural, one {{shown} fan asked to be told. The mails go out now.} other {{shown} fans asked to be told. The mails go out now.}}",
                  asked,
                )
              : t(
                  "{count, plural, one {{shown} fan asked to be told. Mail isn't set up on this server, so nothing is sent.} other {{shown} fans asked to be told. Mail isn't set up on this server, so nothing is sent.}}",
                  asked,
                )}
          </p>
        )}
        {state === "out" && toTellAgain > 0 && (
          <Button
            variant="secondary"
            className="justify-self-start"
            disabled={isBusy || !sendsMail}
            onClick={() => setIsAsking(true)}
          >
            {t("Send again to the {count} in doubt", { count: number(toTellAgain) })}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t("Send it to them again?")}
        confirmText={t("Send again")}
        pending={isBusy}
        pendingText={t("One moment...")}
        onClose={() => !isBusy && setIsAsking(false)}
        onConfirm={() => submit("tell-again")}
      >
        <p>{t("Those who have got it already get it a second time.")}</p>
      </ConfirmDialog>
    </Card>
  );
}
