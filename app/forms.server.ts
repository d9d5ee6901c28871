import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { ChangedMeanwhile } from "#server/versions.ts";
import { servicesContext } from "~/services.server";
import { formValues, parseForm, type RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";

/**
 * The form that was posted.
 * @throws AppError `invalid` when the body is none
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError("invalid", t("This form could not be read. Please send it again."), { cause });
  }
}

/**
 * Checks a form and executes it. A form that the schema or the command refuses comes back as a `RefusedForm`, with the
 * error's status; where other values were saved meanwhile, with the stored ones.
 * @throws AppError `invalid` for an `intent` that the schema doesn't know
 */
export async function answerForm<Schema extends z.ZodType, Answer>(
  form: FormData,
  schema: Schema,
  execute: (value: z.output<Schema>) => Promise<Answer>,
) {
  const parsed = parseForm(schema, form);
  if (!parsed.ok) {
    if (parsed.errors.intent) throw new AppError("invalid", t("This page has no such form."));
    return refusal(parsed, { status: 400 });
  }
  try {
    return await execute(parsed.value);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) {
      return refusal({ errors: {}, values: formValues(form), stored: error.stored }, { status: 409 });
    }
    if (!(error instanceof AppError)) throw error;
    const { field = "form", publicText, status, retryAfterSeconds } = error;
    const headers = new Headers();
    if (retryAfterSeconds) headers.set("Retry-After", String(retryAfterSeconds));
    return refusal({ errors: { [field]: publicText }, values: formValues(form) }, { status, headers });
  }
}

type Context = Readonly<RouterContextProvider>;

/**
 * The action of a signed-in account's screen, as its route exports it.
 * @param schema the screen's forms: where there are several, by their `intent`
 */
export function ownerAction<Schema extends z.ZodType, Answer>(
  schema: Schema,
  execute: (services: Services, userId: string, form: z.output<Schema>, context: Context) => Promise<Answer>,
) {
  return async ({ request, context }: { request: Request; context: Context }) => {
    const { userId } = requireViewer(context);
    const services = context.get(servicesContext);
    return answerForm(await readForm(request), schema, (form) => execute(services, userId, form, context));
  };
}

function refusal({ errors, values, stored }: RefusedForm, init: ResponseInit) {
  return data({ refused: { errors, values, ...(stored && { stored }) } }, init);
}
