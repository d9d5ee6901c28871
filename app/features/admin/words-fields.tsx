import { t } from "~/shared/t";
import { TextAreaField } from "~/ui/field";
import { Rich } from "~/ui/rich";

interface Words {
  /** The account: its address, or the name on its page. */
  whom: string;
  label: string;
  error: string | undefined;
}

/** The effects of a suspension, and its reason: in words that the musician reads. */
export function SuspensionFields({ whom, label, error }: Words) {
  return (
    <>
      <p className="text-muted">
        <Rich
          text="Nothing of {whom} is public any more, and they can change nothing until you lift it. They can sign in, read your reason and take their data along."
          parts={{
            whom: (
              <strong className="wrap-anywhere text-foreground">
                <bdi>{whom}</bdi>
              </strong>
            ),
          }}
        />
      </p>
      <TextAreaField
        label={label}
        name="reason"
        hint={t("The musician reads it. Say as well where they can answer you.")}
        error={error}
        counter={500}
        maxLength={500}
        required
        dir="auto"
      />
    </>
  );
}

/** Words that the musician sees until they have put them away. */
export function WarningField({ whom, error }: Omit<Words, "label">) {
  return (
    <TextAreaField
      label={t("To {whom}|who gets a warning", { whom })}
      name="content"
      hint={t("They see it over all their tools until they put it away.")}
      error={error}
      counter={1000}
      maxLength={1000}
      required
      dir="auto"
    />
  );
}
