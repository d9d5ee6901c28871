import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { apiAreaNames, apiAreas } from "~/shared/api-areas";
import { msg, t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { Field, FieldFrame } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/keys.route";
import { type ListedKey, makeKey, ownKeys, revokeKey } from "./keys.server";
import { keysActionSchema, lifetimes, mostKeys, nameLimit } from "./schema.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, hasFreshPassword } = requireViewer(context);
  const keys = await ownKeys(context.get(servicesContext), userId);
  return { keys, isFresh: hasFreshPassword === true };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  return answerForm(await readForm(request), keysActionSchema, async (form) => {
    if (form.intent === "revoke-key") return { revoked: await revokeKey(services, viewer.userId, form.id) };
    requireFreshPassword(viewer);
    return { made: await makeKey(services, viewer.userId, form) };
  });
}

/** A key may stand in the answer. */
export function headers() {
  return { "Cache-Control": "private, no-store" };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFreshPassword(() => answerOrFailed(serverAction));
}

const failure = msg("That didn't work. Please try again.");

/** The account's keys to the API: a new one is shown once. */
export default function KeysScreen({ loaderData: { keys, isFresh }, actionData }: Route.ComponentProps) {
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed may be gone.
  useAnswer(actionData, () => result.current?.focus());
  const refused =
    actionData && isNothingDone(actionData) && "refused" in actionData
      ? actionData.refused.errors
      : undefined;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div ref={result} tabIndex={-1} className="empty:hidden outline-none">
        {actionData && <Outcome answer={actionData} isFresh={isFresh} />}
      </div>
      <Card title={t("API keys")}>
        <div className="grid grid-cols-1 gap-5">
          <p className="max-w-prose text-pretty text-muted text-sm">
            With a key a program of yours reads and writes what is on your page, by the same rules as you
            here.{" "}
            <a href="/api" className="text-link">
              {t("What it can ask for")}
            </a>
            . Everyone who has a key can do what it may: give each program its own, and revoke one that you
            don't need. A new password ends them all.
          </p>
          {keys.length === 0 ? (
            <p className="text-sm">{t("You have no keys.")}</p>
          ) : (
            <ul aria-label={t("Your keys")} className="divide-y divide-line border-line border-y">
              {keys.map((key) => (
                <Row key={key.id} shown={key} />
              ))}
            </ul>
          )}
        </div>
      </Card>
      <Card title={t("New key")}>
        {/* A key that was made leaves an empty form. */}
        <NewKey
          key={keys[0]?.id ?? ""}
          isFull={keys.filter(({ hasEnded }) => !hasEnded).length >= mostKeys}
          found={refused}
        />
      </Card>
    </div>
  );
}

function Outcome({
  answer,
  isFresh,
}: {
  answer: NonNullable<Route.ComponentProps["actionData"]>;
  isFresh: boolean;
}) {
  if (isNothingDone(answer)) {
    const text = failureText(answer, failure);
    if (!text) return null;
    return (
      <Alert type="error">
        {text}
        {/* With script the password was asked for before. */}
        {!isFresh && !("failed" in answer) && " Sign out and in again for this."}
      </Alert>
    );
  }
  if ("revoked" in answer) return <Alert type="success">“{answer.revoked}” opens nothing any more.</Alert>;
  return <MadeKey secret={answer.made} />;
}

function MadeKey({ secret }: { secret: string }) {
  return (
    <Alert type="success">
      <div className="grid grid-cols-1 gap-3">
        <p>{t("This is your key. Copy it now: it is shown only once.")}</p>
        <p className="wrap-anywhere rounded-box bg-sunken p-3 text-text">
          <code>{secret}</code>
        </p>
        <div className="noscript:hidden">
          <CopyButton text={secret} texts={{ done: t("Key copied"), failed: t("Failed to copy the key") }}>
            {t("Copy key")}
          </CopyButton>
        </div>
      </div>
    </Alert>
  );
}

function Row({ shown }: { shown: ListedKey }) {
  const { id, name, scopes, created_at, expires_at, last_used_at, hasEnded } = shown;
  const { date } = useFormats();
  const isBusy = useNavigation().formData?.get("id") === id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow basis-52">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {name}
        </p>
        <p className="text-muted text-sm">
          Made <Age at={created_at.toISOString()} /> ·{" "}
          {last_used_at ? (
            <>
              {t("last used")} <Age at={last_used_at.toISOString()} />
            </>
          ) : (
            "not used yet"
          )}{" "}
          · {hasEnded ? "has ended" : `ends on ${date(expires_at, "medium")}`}
        </p>
        <p className="text-muted text-sm">{scopesText(scopes)}</p>
      </div>
      <Form method="post">
        <input type="hidden" name="intent" value="revoke-key" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="secondary" pending={isBusy} pendingText="Revoking...">
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    </li>
  );
}

/** "Reads events; writes photos, videos". */
function scopesText(scopes: readonly string[]): string {
  const names = (access: string) =>
    apiAreaNames
      .filter((area) => scopes.includes(`${area}:${access}`))
      .map((area) => apiAreas[area].toLowerCase())
      .join(", ");
  const [reads, writes] = [names("read"), names("write")];
  return [reads && `Reads ${reads}`, writes && `${reads ? "reads" : t("Reads")} and writes ${writes}`]
    .filter(Boolean)
    .join("; ");
}

function NewKey({ isFull, found }: { isFull: boolean; found: Record<string, string> | undefined }) {
  const { errors, formProps } = useFormErrors(keysActionSchema, found);
  const isBusy = useNavigation().formData?.get("intent") === "make-key";
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.form) problem.current?.focus();
  }, [errors.form]);
  if (isFull) return <p className="text-sm">You have {mostKeys} keys. Revoke one to make another.</p>;
  return (
    <Form method="post" {...formProps} className="grid grid-cols-1 gap-5">
      <input type="hidden" name="intent" value="make-key" />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          label={t("For which program")}
          name="name"
          required
          maxLength={nameLimit}
          autoComplete="off"
          dir="auto"
          error={errors.name}
        />
        <FieldFrame label={t("Holds for")} error={errors.days}>
          {(props) => (
            <select {...props} name="days" className={`min-h-12 ${props.className}`}>
              {lifetimes.map((days) => (
                <option key={days} value={days}>
                  {days === 365 ? "A year" : `${days} days`}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <fieldset className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-semibold text-sm">{t("What it may do")}</legend>
        {apiAreaNames.map((area) => (
          <FieldFrame key={area} label={apiAreas[area]} error={errors[area]}>
            {(props) => (
              <select {...props} name={area} className={`min-h-12 ${props.className}`}>
                <option value="none">{t("Nothing")}</option>
                <option value="read">{t("Read")}</option>
                <option value="write">{t("Read and write")}</option>
              </select>
            )}
          </FieldFrame>
        ))}
      </fieldset>
      <div ref={problem} tabIndex={-1} className="empty:hidden outline-none">
        {errors.form && <Alert type="error">{errors.form}</Alert>}
      </div>
      <div>
        <Button type="submit" pending={isBusy} pendingText="Making...">
          {t("Make key")}
        </Button>
      </div>
    </Form>
  );
}
