import { t } from "~/shared/t";
import { TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { reasonLimit, reportSchema, texts } from "./schema";

/** Shows a message to the admins. */
export function ReportDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  return (
    <FormDialog
      open={id !== null}
      onClose={onClose}
      title={t("Report this message")}
      schema={reportSchema}
      hidden={{ intent: "report-message", id: id ?? "" }}
      submitText={t("Report|verb")}
      texts={{ done: t(texts.reportDone), failed: t(texts.reportFailure) }}
    >
      {({ errors }) => (
        <>
          <p className="text-muted text-sm">
            {t(
              "The people who run this site then see the message, who wrote it, and what you say here. The sender isn't told.",
            )}
          </p>
          <TextAreaField
            name="reason"
            label={t("What is wrong with it?")}
            rows={3}
            counter={reasonLimit}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}
