import { Mail } from "lucide-react";
import { useState } from "react";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { mailAddress } from "./hand-over";
import { answerText, mailSentText, tellFailure, tellSchema, tellTextLimit } from "./owner-schema";
import type { OpenBooking } from "./queries.server";

/** Whether the requester has got the decision, and the mail that carries it. */
export function TellRequester({
  request,
  artistName,
  canMail,
}: {
  request: OpenBooking;
  artistName: string | null;
  /** Is mail set up here? Else the musician's own mail program opens. */
  canMail: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const formats = useFormats();
  const { id, status, requester_name, requester_email, told_status, told_at, told_text, tell_failed_at } =
    request;
  const wasTold = told_at !== null && tell_failed_at === null;
  if (status !== "accepted" && status !== "declined") {
    return (
      wasTold && (
        <p className="mt-4 text-muted text-sm">
          {t(
            told_status === "accepted"
              ? "You have told them that it was accepted."
              : "You have told them that it was declined.",
          )}
        </p>
      )
    );
  }
  const isTold = wasTold && told_status === status;
  const isInVain = tell_failed_at !== null && told_status === status;
  const text = (isInVain && told_text) || answerText(request, status, artistName, formats);
  const label = (
    <>
      <Mail aria-hidden="true" className="size-5" />
      {isInVain ? t("Try again") : t("Tell them by email")}
    </>
  );
  return (
    <div className="mt-4">
      {isTold ? (
        <p className="text-muted text-sm">
          <Rich
            text={
              status === "accepted"
                ? "You have told them by email that it is accepted: {age}"
                : "You have told them by email that it is declined: {age}"
            }
            parts={{ age: <Age at={told_at} /> }}
          />
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box bg-sunken px-4 py-2">
          {isInVain ? (
            <p className="text-danger text-sm">
              {t(
                status === "accepted"
                  ? "Your mail could not be delivered. They don't know yet that it is accepted."
                  : "Your mail could not be delivered. They don't know yet that it is declined.",
              )}
            </p>
          ) : (
            <p className="text-sm">
              {t(
                status === "accepted"
                  ? "They don't know yet that it is accepted."
                  : "They don't know yet that it is declined.",
              )}
            </p>
          )}
          {canMail ? (
            <Button variant="quiet" onClick={() => setIsOpen(true)}>
              {label}
            </Button>
          ) : (
            <a
              href={mailAddress(request, text)}
              className="inline-flex min-h-11 items-center gap-2 rounded-box px-3 font-semibold text-sm hover:bg-surface"
            >
              {label}
            </a>
          )}
        </div>
      )}
      <FormDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("Tell {name}", { name: requester_name })}
        schema={tellSchema}
        hidden={{ intent: "tell-requester", id, status }}
        submitText={t("Send")}
        texts={{ done: t(mailSentText), failed: t(tellFailure) }}
      >
        {({ errors }) => (
          <>
            <p className="text-muted text-sm">
              <Rich
                text="This goes to {email}. What they answer comes to the address that you sign in with."
                parts={{ email: <bdi className="wrap-anywhere">{requester_email}</bdi> }}
              />
            </p>
            <TextAreaField
              name="text"
              label={t("Message")}
              rows={8}
              dir="auto"
              defaultValue={text}
              counter={tellTextLimit}
              error={errors.text}
            />
          </>
        )}
      </FormDialog>
    </div>
  );
}
