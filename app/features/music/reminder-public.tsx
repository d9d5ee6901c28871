import { controlsOf, PublicField, PublicForm, SentView, SwapPart, Trap } from "~/public-ui/public-form";
import { Section } from "~/public-ui/section";
import type { RefusedForm } from "~/shared/forms";
import { emailLimit } from "~/shared/text-fields";
import { languageOf } from "~/shared/writing";
import { Checkbox } from "~/ui/checkbox";
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
    <Section id="reminder" title="A mail on the day">
      <SwapPart id="reminder-part">
        {isSent ? (
          <SentView
            title="Nearly there"
            toast={{ type: "success", text: "Look into your inbox, and confirm your address." }}
          >
            <p className="text-muted">
              Follow the link in the mail, and you are told when {name} is out. An address that has confirmed
              it already gets no further mail until then.
            </p>
          </SentView>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <p className="text-muted">
              One mail when {name} is out, and no other. <bdi>{artistName}</bdi> doesn't see your address.
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
      label="Reminder"
      failure={reminderFailure}
      refused={refused}
      submit="Tell me when it is out"
      pending="Sending..."
    >
      <PublicField
        state={control("reminder_email")}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={emailLimit}
        required
      />
      <Checkbox name="newsletter" defaultChecked={refused?.values.newsletter !== undefined}>
        Also the newsletter: letters from <bdi>{artistName}</bdi>, who then has your address
      </Checkbox>
      <Trap />
    </PublicForm>
  );
}
