import { Check, X } from "lucide-react";
import { PasswordInput, type PasswordKind } from "~/public-ui/document-form";
import type { ControlState } from "~/public-ui/public-form";
import { Rich } from "~/ui/rich";

/**
 * A new password and its confirmation in a document, with a strength meter and a match indicator that the script fills
 * in. [1 §2, §5]
 */
export function NewPasswordInputs({
  kinds,
  control,
}: {
  kinds: { password: PasswordKind; confirmPassword: PasswordKind };
  control(name: "password" | "confirmPassword"): ControlState;
}) {
  return (
    <>
      <div className="grid gap-2">
        <PasswordInput
          kind={kinds.password}
          state={control("password")}
          autoComplete="new-password"
          required
        />
        <div data-strength hidden className="group grid gap-1">
          <div className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
            <div
              data-bar
              className="h-full rounded-full transition-[width] group-data-[color=blue]:bg-info group-data-[color=green]:bg-success group-data-[color=red]:bg-danger-fill group-data-[color=yellow]:bg-accent"
            />
          </div>
          <p role="status" className="text-sm">
            <Rich text="Password strength: {strength}" parts={{ strength: <strong /> }} />
          </p>
        </div>
      </div>
      <div className="grid gap-2">
        <PasswordInput
          kind={kinds.confirmPassword}
          state={control("confirmPassword")}
          autoComplete="new-password"
          required
        />
        <p
          data-match
          hidden
          role="status"
          className="group flex items-center gap-1.5 font-medium text-danger text-sm data-matches:text-success"
        >
          <X aria-hidden="true" className="size-4 shrink-0 group-data-matches:hidden" />
          <Check aria-hidden="true" className="hidden size-4 shrink-0 group-data-matches:block" />
          <span />
        </p>
      </div>
    </>
  );
}
