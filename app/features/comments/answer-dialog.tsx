import { useState } from "react";
import { t } from "~/shared/t";
import { TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { Rich } from "~/ui/rich";
import { answerFailure, answerLimit, answerSaved, answerSchema, previewOf } from "./owner-schema";
import type { OwnComment } from "./queries.server";

/** The artist's answer to a comment, new or to be changed. @param comment null while the dialog is closed */
export function AnswerDialog({ comment, onClose }: { comment: OwnComment | null; onClose(): void }) {
  // Stays while the dialog closes.
  const [last, setLast] = useState(comment);
  if (comment && comment !== last) setLast(comment);
  const stored = { answer: last?.answer ?? "" };
  return (
    <FormDialog
      open={comment !== null}
      onClose={onClose}
      title={stored.answer ? t("Edit answer") : t("Answer comment")}
      schema={answerSchema}
      hidden={{ intent: "save-answer", id: last?.id ?? "" }}
      over={{ stored, fields: { answer: { label: t("Your answer") } } }}
      submitText={t("Save answer")}
      texts={{ done: t(answerSaved), failed: t(answerFailure) }}
    >
      {({ errors }) => (
        <>
          <p className="text-muted">
            <Rich
              text="{name} wrote {comment}. Everyone who sees the comment sees your answer beneath it."
              parts={{
                name: <bdi className="wrap-anywhere">{last?.author_name}</bdi>,
                comment: (
                  <q dir="auto" className="wrap-anywhere">
                    {previewOf(last?.content ?? "")}
                  </q>
                ),
              }}
            />
          </p>
          <TextAreaField
            label={t("Your answer")}
            name="answer"
            defaultValue={stored.answer}
            error={errors.answer}
            counter={answerLimit}
            maxLength={answerLimit}
            required
            dir="auto"
          />
        </>
      )}
    </FormDialog>
  );
}
