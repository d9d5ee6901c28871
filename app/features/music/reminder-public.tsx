import { controlsOf, PublicField, PublicForm, SentView, SwapPart, Trap } from "~/public-ui/public-form";
import { Section } from "~/public-ui/section";
import type { RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { emailLimit } from "~/shared/text-fields";
import { languageOf } from "~/shared/writing";
import { Checkbox } from "~/ui/checkbox";
import { Rich } from "~/ui/rich";
import { reminderFailure } from "./reminders-schema.ts";

/** The form of a release to come by which a fan is told when it is out, and its replacement after sending. */
export function ReminderForm({
  artistName,
  title,
  refused,
  isSent,
}: {
  artistName: string;
  title: string;
  /** The form as it came back. */
  refused: RefusedForm | undefined;
  isSent: boolean;
}) {
  const name = <bdi lang={languageOf(title)}>{title}</bdi>;
  return (
    <Section id="reminder" title={t("A mail on the day")}>
      <SwapPart id="reminder-part">
        {isSent ? (
          <SentView
            title={t("Nearly there")}
            toast={{ type: "success", text: t("Look into your inbox, and confirm your address.") }}
          >
            <p className="text-muted">
              <Rich
                text="Follow the link in the mail, and you are told when {release} is out. An address that has confirmed it already gets no further mail until then."
                parts={{ release: name }}
              />
            </p>
          </SentView>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <p className="text-muted">
              <Rich
                text="One mail when {release} is out, and no other. {artist} doesn't see your address."
                parts={{ release: name, artist: <bdi>{artistName}</bdi> }}
              />
            </p>
            <Fields artistName={artistName} refused={refused} />
          </div>
        )}
      </SwapPart>
    </Section>
  );
}

function Fields({ artistName, refused }: { artistName: string; refused: RefusedForm | undefined }) {
  const control = controlsOf("remind", ["reminder_email"], refused);
  return (
    <PublicForm
      intent="remind"
      label={t("Reminder|a mail when a release is out")}
      failure={t(reminderFailure)}
      refused={refused}
      submit={t("Tell me when it is out")}
      pending={t("Sending...")}
    >
      <PublicField
        state={control("reminder_email")}
        label={t("Email")}
        type="email"
        autoComplete="email"
        maxLength={emailLimit}
        required
      />
      <Checkbox name="newsletter" defaultChecked={refused?.values.newsletter !== undefined}>
        <Rich
          text="Also the newsletter: letters from {artist}, who then has your address"
          parts={{ artist: <bdi>{artistName}</bdi> }}
        />
      </Checkbox>
      <Trap />
    </PublicForm>
  );
}
