import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { type ApiArea, apiAreaNames, apiAreas } from "~/shared/api-areas";
import { listed } from "~/shared/listed";
import { msg, t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { Field, FieldFrame } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { Rich } from "~/ui/rich";
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
            <Rich
              text="With a key a program of yours reads and writes what is on your page, by the same rules as you here. {details}. Everyone who has a key can do what it may: give each program its own, and revoke one that you don't need. A new password ends them all."
              parts={{
                details: (
                  <a href="/api" className="text-link">
                    {t("What it can ask for")}
                  </a>
                ),
              }}
            />
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
    const text = failureText(answer, t("That didn't work. Please try again."));
    if (!text) return null;
    return (
      <Alert type="error">
        {text}
        {/* With script the password was asked for before. */}
        {!isFresh && !("failed" in answer) && ` ${t("Sign out and in again for this.")}`}
      </Alert>
    );
  }
  if (answer.revoked !== undefined) {
    return <Alert type="success">{t("“{name}” opens nothing any more.", { name: answer.revoked })}</Alert>;
  }
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
          <Rich text="Made {age}" parts={{ age: <Age at={created_at.toISOString()} /> }} /> ·{" "}
          {last_used_at ? (
            <Rich text="last used {age}" parts={{ age: <Age at={last_used_at.toISOString()} /> }} />
          ) : (
            t("not used yet")
          )}{" "}
          · {hasEnded ? t("has ended|a key") : t("ends on {day}|a key", { day: date(expires_at, "medium") })}
        </p>
        <p className="text-muted text-sm">{scopesText(scopes)}</p>
      </div>
      <Form method="post" className="ms-auto">
        <input type="hidden" name="intent" value="revoke-key" />
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          variant="secondary"
          aria-label={t("Revoke {name}", { name })}
          pending={isBusy}
          pendingText={t("Revoking...")}
        >
          {t("Revoke")}
        </Button>
      </Form>
    </li>
  );
}

/** The areas as they stand within a sentence. */
const areasWithin: Record<ApiArea, string> = {
  profile: msg("profile|what a key reads or writes"),
  music: msg("tracks and releases|what a key reads or writes"),
  events: msg("events|what a key reads or writes"),
  gallery: msg("photos|what a key reads or writes"),
  video: msg("videos|what a key reads or writes"),
  links: msg("links and social links|what a key reads or writes"),
  bookings: msg("booking requests|what a key reads or writes"),
  comments: msg("comments|what a key reads or writes"),
  newsletter: msg("subscribers and letters|what a key reads or writes"),
};

/** "Reads events; reads and writes photos, videos". */
function scopesText(scopes: readonly string[]): string {
  const names = (access: string) =>
    listed(
      apiAreaNames.filter((area) => scopes.includes(`${area}:${access}`)).map((area) => t(areasWithin[area])),
    );
  const [reads, writes] = [names("read"), names("write")];
  if (!writes) return t("Reads {reads}", { reads });
  if (!reads) return t("Reads and writes {writes}", { writes });
  return t("Reads {reads}; reads and writes {writes}", { reads, writes });
}

function NewKey({ isFull, found }: { isFull: boolean; found: Record<string, string> | undefined }) {
  const { errors, formProps } = useFormErrors(keysActionSchema, found);
  const isBusy = useNavigation().formData?.get("intent") === "make-key";
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.form) problem.current?.focus();
  }, [errors.form]);
  if (isFull) {
    return (
      <p className="text-sm">
        {t("You have {count} keys. Revoke one to make another.", { count: mostKeys })}
      </p>
    );
  }
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
                  {days === 365
                    ? t("A year")
                    : t("{count, plural, one {# day} other {# days}}", { count: days })}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <fieldset className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <legend className="mb-3 font-semibold text-sm">{t("What it may do")}</legend>
        {apiAreaNames.map((area) => (
          <FieldFrame key={area} label={t(apiAreas[area])} error={errors[area]}>
            {(props) => (
              <select {...props} name={area} className={`min-h-12 ${props.className}`}>
                <option value="none">{t("Nothing|what a key may do")}</option>
                <option value="read">{t("Read|what a key may do")}</option>
                <option value="write">{t("Read and write|what a key may do")}</option>
              </select>
            )}
          </FieldFrame>
        ))}
      </fieldset>
      <div ref={problem} tabIndex={-1} className="empty:hidden outline-none">
        {errors.form && <Alert type="error">{errors.form}</Alert>}
      </div>
      <div>
        <Button type="submit" pending={isBusy} pendingText={t("Making...")}>
          {t("Make key")}
        </Button>
      </div>
    </Form>
  );
}
