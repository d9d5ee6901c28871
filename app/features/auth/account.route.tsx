import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField } from "~/ui/password-field";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/account.route";
import { changePassword } from "./account.server.ts";
import { browserOf } from "./browser.server.ts";
import { NewPasswordFields, type TypedPasswords } from "./new-password-fields.tsx";
import { changePasswordSchema } from "./schema.ts";

export function loader({ context }: Route.LoaderArgs) {
  return { email: requireViewer(context).email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  return answerForm(await readForm(request), changePasswordSchema, async (form) => ({
    ended: await changePassword(services, browserOf(request, context), viewer, form),
  }));
}

/** The account's address and password. */
export default function AccountScreen({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PasswordCard email={email} answer={actionData} />
    </div>
  );
}

function PasswordCard({ email, answer }: { email: string; answer: Route.ComponentProps["actionData"] }) {
  const refused = answer && "refused" in answer ? answer.refused : undefined;
  const ended = answer && "ended" in answer ? answer.ended : undefined;
  const form = useFormErrors(changePasswordSchema, refused?.errors);
  const [typed, setTyped] = useState<TypedPasswords>();
  const isBusy = useNavigation().formAction === "/account";
  const fields = useRef<HTMLFormElement>(null);
  useAnswer(answer, (answer) => {
    if ("refused" in answer) return;
    fields.current?.reset();
    setTyped(undefined);
  });
  return (
    <Card title="Password">
      <Form ref={fields} method="post" {...form.formProps} className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="change-password" />
        {ended !== undefined && <Alert type="success">{changedText(ended)}</Alert>}
        {form.errors.form && <Alert type="error">{form.errors.form}</Alert>}
        {/* So that a password manager knows whose password it stores. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Present password"
          name="current"
          autoComplete="current-password"
          required
          error={form.errors.current}
        />
        <NewPasswordFields
          labels={{ password: "New password", confirmPassword: "Confirm new password" }}
          form={form}
          typed={typed}
          onTyped={setTyped}
        />
        <Button type="submit" pending={isBusy} pendingText="Saving..." className="justify-self-start">
          Change password
        </Button>
      </Form>
    </Card>
  );
}

function changedText(ended: number): string {
  if (ended === 0) return "Your password has been changed. You were signed in nowhere else.";
  return `Your password has been changed, and ${ended === 1 ? "one other session was" : `${ended} other sessions were`} ended.`;
}
