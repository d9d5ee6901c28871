import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import type { Formats } from "~/shared/formats";
import { listed } from "~/shared/listed";
import { dailyPerArtist } from "~/shared/mail-limits";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CancelButton, Dialog, DialogFoot } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import type { ImportOutcome } from "./commands.server";
import { consentLimit, importFailure, importLimit, importSchema } from "./schema";

/** Adds subscribers from a CSV file, with a note on how they agreed. */
export function ImportDialog({
  open,
  sendsMail,
  onClose,
}: {
  open: boolean;
  sendsMail: boolean;
  onClose(): void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog open={open} isBusy={isBusy} title={t("Add subscribers from a file")} onClose={onClose}>
      <ImportForm sendsMail={sendsMail} onClose={onClose} onBusy={setIsBusy} />
    </Dialog>
  );
}

function ImportForm({
  sendsMail,
  onClose,
  onBusy,
}: {
  sendsMail: boolean;
  onClose(): void;
  onBusy(isBusy: boolean): void;
}) {
  const fetcher = useFetcher<NothingDone | { imported: ImportOutcome }>();
  const toast = useToast();
  const formats = useFormats();
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, formProps } = useFormErrors(importSchema, refused?.errors);
  const isBusy = fetcher.state !== "idle";

  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  useAnswer(isBusy ? undefined : answer, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, t(importFailure));
      if (text) toast.error(text);
    } else if ("imported" in answer) {
      toast.success(outcomeText(answer.imported, formats));
      onClose();
    }
  });

  return (
    <fetcher.Form method="post" encType="multipart/form-data" {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="intent" value="import-subscribers" />
      {errors.form && <Alert type="error">{errors.form}</Alert>}
      <p className="text-muted text-sm">
        {t('A CSV file with a column "email" and, if you like, one "name"; at most {limit} lines.', {
          limit: formats.number(importLimit),
        })}{" "}
        {sendsMail
          ? t("Each of them gets one mail with a link to confirm, up to {limit} people a day.", {
              limit: dailyPerArtist.file,
            })
          : t("They are asked to confirm as soon as this server can send mail.")}
      </p>
      <Field
        label={t("CSV file")}
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        error={errors.file}
        required
      />
      <Field
        label={t("When and how they agreed")}
        hint={t("Only add people who have asked for your letters. This note is kept with each of them.")}
        name="consent_note"
        placeholder={t("Signed the list at the merch stand, May 2026")}
        maxLength={consentLimit}
        error={errors.consent_note}
        required
        dir="auto"
        autoComplete="off"
      />
      <DialogFoot>
        <CancelButton disabled={isBusy} />
        <Button type="submit" pending={isBusy} pendingText={t("Adding...")}>
          {t("Add subscribers")}
        </Button>
      </DialogFoot>
    </fetcher.Form>
  );
}

function outcomeText({ added, known, keptOut, unreadable }: ImportOutcome, { number }: Formats): string {
  const counted = (count: number) => ({ count, shown: number(count) });
  const parts = [
    t("{count, plural, one {{shown} subscriber added} other {{shown} subscribers added}}", counted(added)),
  ];
  if (known > 0)
    parts.push(
      t("{count, plural, one {{shown} already known} other {{shown} already known}}", counted(known)),
    );
  if (keptOut > 0)
    parts.push(
      t(
        "{count, plural, one {{shown} left out who get no mails there} other {{shown} left out who get no mails there}}",
        counted(keptOut),
      ),
    );
  if (unreadable > 0)
    parts.push(
      t(
        "{count, plural, one {{shown} line without a usable address} other {{shown} lines without a usable address}}",
        counted(unreadable),
      ),
    );
  return listed(parts);
}
