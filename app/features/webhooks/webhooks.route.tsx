import { RotateCw, Webhook } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { listed } from "~/shared/listed";
import { msg, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { CopyButton } from "~/ui/copy-button";
import { DeleteDialog } from "~/ui/delete-dialog";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { refuseSuspendedForm, requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/webhooks.route";
import { reasonText } from "./reason-text.ts";
import {
  keptDays,
  mostEndpoints,
  newEndpointSchema,
  subjectNames,
  subjects,
  webhookActionSchema,
} from "./schema.ts";
import { executeWebhookAction, type OwnDelivery, type OwnEndpoint, ownWebhooks } from "./webhooks.server.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const { db } = context.get(servicesContext);
  return db.asMusician(userId).read((tx) => ownWebhooks(tx, userId));
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = requireViewer(context);
  refuseSuspendedForm(viewer);
  return answerForm(await readForm(request), webhookActionSchema, async (form) => {
    // They decide who is told what, and who can tell in our name.
    if (form.intent === "add-webhook" || form.intent === "new-webhook-secret") requireFreshPassword(viewer);
    return executeWebhookAction(context.get(servicesContext), viewer.userId, form);
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFreshPassword(() => answerOrFailed(serverAction));
}

/** Where a program of the musician's is told what happens on their page. */
export default function WebhooksScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, deliveries } = loaderData;
  const [secret, setSecret] = useState<string>();
  const [deleting, setDeleting] = useState<OwnEndpoint | null>(null);
  const heading = useRef<HTMLDivElement>(null);
  const shown = secret ?? (actionData && !isNothingDone(actionData) ? actionData.secret : undefined);
  return (
    <div className="grid grid-cols-1 gap-6">
      {shown && <Secret secret={shown} />}
      <Card title={t("Webhooks")}>
        <div ref={heading} tabIndex={-1} className="outline-none">
          <p className="text-muted text-sm">
            {t(
              "Handbill can tell another program what happens here, such as a booking request or a new date: it posts JSON to an address of yours, signed as Standard Webhooks has it.",
            )}
          </p>
        </div>
        {endpoints.length > 0 && (
          <ul aria-label={t("Your webhooks")} className="mt-5 grid grid-cols-1 divide-y divide-line">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id} className="py-4 first:pt-0 last:pb-0">
                <Endpoint endpoint={endpoint} onSecret={setSecret} onDelete={() => setDeleting(endpoint)} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t("New webhook")}>
        {endpoints.length < mostEndpoints ? (
          <NewWebhook answer={actionData} onSecret={setSecret} />
        ) : (
          <p className="text-muted text-sm">
            {t("You can have {count} webhooks. Delete one to add another.", { count: mostEndpoints })}
          </p>
        )}
      </Card>
      {endpoints.length > 0 && <Deliveries deliveries={deliveries} />}
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-webhook"
        title={t("Delete webhook")}
        texts={{ done: t("Webhook deleted"), failed: t("Failed to delete the webhook") }}
        focusAfter={heading}
        onClose={() => setDeleting(null)}
      >
        <p>
          <Rich
            text="Nothing is posted to {address} any more, and its deliveries go with it."
            parts={{ address: <bdi className="wrap-anywhere">{deleting?.url}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </div>
  );
}

function Secret({ secret }: { secret: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The form that made it may be further down.
  useEffect(() => {
    if (secret) box.current?.focus();
  }, [secret]);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-20 outline-none">
      <Alert type="success">
        <p>{t("This is the secret that its posts are signed with. It is shown this once.")}</p>
        <p className="wrap-anywhere my-3 font-mono">{secret}</p>
        <CopyButton
          text={secret}
          texts={{ done: t("Secret copied"), failed: t("Failed to copy the secret") }}
        >
          {t("Copy the secret")}
        </CopyButton>
      </Alert>
    </div>
  );
}

function NewWebhook({
  answer,
  onSecret,
}: {
  answer: Route.ComponentProps["actionData"];
  onSecret(secret: string | undefined): void;
}) {
  const fetcher = useFetcher<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  const found = fetcher.data ?? answer;
  const failed = isNothingDone(found) ? found : undefined;
  const { errors, formProps } = useFormErrors(
    newEndpointSchema,
    failed && "refused" in failed ? failed.refused.errors : undefined,
  );
  useAnswer(fetcher.data, (given) => {
    if (isNothingDone(given)) return;
    onSecret(given.secret);
    form.current?.reset();
  });
  const problem =
    errors.form ??
    (failed && "failed" in failed ? failureText(failed, t("Failed to add the webhook")) : undefined);
  return (
    <fetcher.Form ref={form} method="post" {...formProps} className="grid gap-5">
      <input type="hidden" name="intent" value="add-webhook" />
      {problem && <Alert type="error">{problem}</Alert>}
      <Field
        label={t("Address")}
        name="url"
        type="url"
        required
        autoComplete="off"
        placeholder="https://example.org/handbill"
        error={errors.url}
      />
      <fieldset>
        <legend className="font-semibold text-sm">{t("Tell it of")}</legend>
        <div className="grid grid-cols-1 sm:grid-cols-2">
          {subjectNames.map((name) => (
            <Checkbox key={name} name={name} error={errors[name]}>
              {t(subjects[name])}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div>
        <Button type="submit" pending={fetcher.state !== "idle"} pendingText={t("Adding...")}>
          {t("Add webhook")}
        </Button>
      </div>
    </fetcher.Form>
  );
}

function Endpoint({
  endpoint: { id, url, subjects: told, is_on, gone_at, told_at },
  onSecret,
  onDelete,
}: {
  endpoint: OwnEndpoint;
  onSecret(secret: string | undefined): void;
  onDelete(): void;
}) {
  const { dateTime } = useFormats();
  return (
    <div className="grid gap-3">
      <div>
        <p className="wrap-anywhere flex gap-2 font-semibold">
          <Webhook aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          <bdi>{url}</bdi>
        </p>
        <p className="text-muted text-sm">
          {listed(subjectNames.filter((name) => told.includes(name)).map((name) => t(subjects[name])))}
        </p>
      </div>
      {gone_at && (
        <Alert type="error">
          {t("It answered on {time} that it is gone, and was switched off.", { time: dateTime(gone_at) })}
        </Alert>
      )}
      {is_on && told_at && (
        <Alert type="error">
          {t("A delivery was given up on {time}, after it had been tried for a day.", {
            time: dateTime(told_at),
          })}
        </Alert>
      )}
      {!is_on && !gone_at && (
        <p className="font-medium text-sm">{t("Switched off: nothing is posted there.")}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {is_on && (
          <PostButton
            fields={{ intent: "test-webhook", id }}
            texts={{ done: t("A test is on its way"), failed: t("Failed to send a test") }}
          >
            {t("Send a test")}
          </PostButton>
        )}
        <PostButton
          fields={{ intent: "switch-webhook", id, on: String(!is_on) }}
          texts={{
            done: is_on ? t("Webhook switched off") : t("Webhook switched on"),
            failed: t("Failed to switch the webhook"),
          }}
        >
          {is_on ? t("Switch off") : t("Switch on")}
        </PostButton>
        <PostButton
          fields={{ intent: "new-webhook-secret", id }}
          texts={{
            done: t("New secret made. The former one signs as well for a day."),
            failed: t("Failed to make a new secret"),
          }}
          onSecret={onSecret}
        >
          {t("New secret")}
        </PostButton>
        <Button variant="secondary" onClick={onDelete}>
          {t("Delete")}
        </Button>
      </div>
    </div>
  );
}

/** A form that is one button. */
function PostButton({
  fields,
  texts,
  onSecret,
  children,
}: {
  fields: Readonly<Record<string, string>>;
  texts: { done: string; failed: string };
  onSecret?(secret: string | undefined): void;
  children: ReactNode;
}) {
  const fetcher = useFetcher<typeof clientAction>();
  const toast = useToast();
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) return toast.error(failureText(answer, texts.failed) ?? texts.failed);
    toast.success(texts.done);
    onSecret?.(answer.secret);
  });
  return (
    <fetcher.Form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary" pending={fetcher.state !== "idle"}>
        {children}
      </Button>
    </fetcher.Form>
  );
}

function Deliveries({ deliveries }: { deliveries: OwnDelivery[] }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Card title={t("Last deliveries")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          {deliveries.length === 0 && `${t("Nothing was posted yet.")} `}
          {t("Deliveries are kept for {days} days.", { days: keptDays })}
        </p>
        <Button variant="secondary" pending={state !== "idle"} onClick={() => revalidate()}>
          <RotateCw aria-hidden="true" className="size-4" />
          {t("Refresh")}
        </Button>
      </div>
      {deliveries.length > 0 && (
        <ul aria-label={t("Last deliveries")} className="mt-4 grid grid-cols-1 divide-y divide-line">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="py-4 last:pb-0">
              <Delivery delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const states: Record<OwnDelivery["state"], string> = {
  waiting: msg("Waiting|a delivery"),
  delivered: msg("Delivered|a delivery"),
  failed: msg("Failed|a delivery"),
  withdrawn: msg("Withdrawn|a delivery"),
};

/** @param count milliseconds */
function answerText(status: number | null, count: string | null): string {
  if (count === null) return status === null ? t("No answer") : t("Answer {status}", { status });
  if (status === null) return t("No answer after {count} ms", { count });
  return t("Answer {status} after {count} ms", { status, count });
}

function Delivery({ delivery }: { delivery: OwnDelivery }) {
  const { id, type, state, url, attempts, created_at, due_at, tried_at, duration_ms, status, answer } =
    delivery;
  const { dateTime, number } = useFormats();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">
            <span className="font-mono">{type}</span> · {t(states[state])}
          </p>
          <p className="text-muted text-sm">
            {dateTime(created_at)} · <bdi className="wrap-anywhere">{new URL(url).host}</bdi>
          </p>
          {tried_at && (
            <p className="text-muted text-sm">
              {[
                answerText(status, duration_ms === null ? null : number(duration_ms)),
                attempts > 1 && t("attempt {number}", { number: attempts }),
                state === "waiting" && t("next at {time}", { time: dateTime(due_at) }),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          )}
        </div>
        {state !== "waiting" && (
          <PostButton
            fields={{ intent: "send-delivery", id }}
            texts={{ done: t("It is sent again"), failed: t("Failed to send it again") }}
          >
            {t("Send again")}
            <span className="sr-only">
              : {type}, {dateTime(created_at)}
            </span>
          </PostButton>
        )}
      </div>
      {answer && (
        <details className="text-sm">
          <summary className="cursor-pointer py-1">{t("Answer|of a webhook")}</summary>
          <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-box bg-sunken p-3 text-xs">
            {status === null ? reasonText(answer) : answer}
          </pre>
        </details>
      )}
    </div>
  );
}
