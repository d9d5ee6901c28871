import { Check, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "~/shared/t";
import { PasswordField } from "~/ui/password-field";
import { Rich } from "~/ui/rich";
import type { CheckedForm } from "~/ui/use-form-errors";
import { type StrengthColor, strengthOf } from "./strength.ts";

export interface TypedPasswords {
  password: string;
  confirmPassword: string;
}

/**
 * A new password and its confirmation, with a strength meter and a match indicator. [1 §2, §5]
 * @param typed what stands in the fields; undefined until a script has looked, so that without one nothing is held up
 */
export function NewPasswordFields({
  labels,
  form,
  typed,
  onTyped,
}: {
  labels: TypedPasswords;
  form: CheckedForm;
  typed: TypedPasswords | undefined;
  onTyped(typed: TypedPasswords): void;
}) {
  const password = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLInputElement>(null);
  const look = () =>
    onTyped({
      password: password.current?.value ?? "",
      confirmPassword: confirmation.current?.value ?? "",
    });

  // Something may have been typed, or filled in by the browser, before this script ran.
  const lookFirst = useEffectEvent(look);
  useEffect(() => lookFirst(), []);

  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          ref={password}
          label={labels.password}
          name="password"
          autoComplete="new-password"
          required
          error={form.errors.password}
          onInput={() => {
            // Whether the two match has changed as well.
            form.clear("confirmPassword");
            look();
          }}
        />
        {typed?.password && <StrengthMeter password={typed.password} />}
      </div>
      <div className="grid gap-2">
        <PasswordField
          ref={confirmation}
          label={labels.confirmPassword}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={form.errors.confirmPassword}
          onInput={look}
        />
        {typed?.confirmPassword && !form.errors.confirmPassword && (
          <MatchIndicator matches={typed.password === typed.confirmPassword} />
        )}
      </div>
    </>
  );
}

const bars: Record<StrengthColor, string> = {
  red: "bg-danger-fill",
  yellow: "bg-accent",
  blue: "bg-info",
  green: "bg-success",
};

function StrengthMeter({ password }: { password: string }) {
  const { score, label, color } = strengthOf(password);
  return (
    <div className="grid gap-1" data-strength={score}>
      <div className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className={`h-full rounded-full transition-[width] ${bars[color]}`}
          style={{ width: `${score * 20}%` }}
        />
      </div>
      <p role="status" className="text-sm">
        <Rich text="Password strength: {strength}" parts={{ strength: <strong>{label}</strong> }} />
      </p>
    </div>
  );
}

function MatchIndicator({ matches }: { matches: boolean }) {
  const Icon = matches ? Check : X;
  return (
    <p
      role="status"
      className={`flex items-center gap-1.5 font-medium text-sm ${matches ? "text-success" : "text-danger"}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {matches ? t("Passwords match") : t("Passwords do not match")}
    </p>
  );
}
