import { TextAreaField } from "~/ui/field";

interface Words {
  /** Whose account it is: their address, or the name on their page. */
  whom: string;
  label: string;
  error: string | undefined;
}

/** What a suspension means, and why it is one: in words that the musician reads. */
export function SuspensionFields({ whom, label, error }: Words) {
  return (
    <>
      <p className="text-muted">
        Nothing of{" "}
        <strong className="wrap-anywhere text-foreground">
          <bdi>{whom}</bdi>
        </strong>{" "}
        is public any more, and they can change nothing until you lift it. They can sign in, read your reason
        and take their data along.
      </p>
      <TextAreaField
        label={label}
        name="reason"
        hint="The musician reads it. Say as well where they can answer you."
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
      label={`To ${whom}`}
      name="content"
      hint="They see it over all their tools until they put it away."
      error={error}
      counter={1000}
      maxLength={1000}
      required
      dir="auto"
    />
  );
}
