import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { readForm } from "~/forms.server";
import { callerContext, servicesContext } from "~/services.server";
import { parseForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { type Viewer, viewerContext } from "~/viewer.server";
import { spendScan } from "./limits.server";

/** The outcome of a button: a toast, and the data for the screen. */
export interface Notice {
  type: "success" | "error";
  text: string;
}

/** Executes the action of a button; a refusal comes back as a toast, with the refusal's status. */
export async function withNotice<Answer extends { notice?: Notice }>(work: () => Promise<Answer>) {
  try {
    return data<Answer | { notice: Notice }>(await work());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer | { notice: Notice }>(
      { notice: { type: "error", text: error.publicText } },
      { status: error.status },
    );
  }
}

/**
 * The action of a screen that visitors may open as well, as its route exports it: what each form asks costs a scan.
 * @param schema the screen's forms, by their `intent`
 */
export function diagnosticAction<Schema extends z.ZodType, Answer extends { notice?: Notice }>(
  schema: Schema,
  execute: (services: Services, viewer: Viewer | null, form: z.output<Schema>) => Promise<Answer>,
) {
  return async ({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) => {
    const services = context.get(servicesContext);
    const form = parseForm(schema, await readForm(request));
    return withNotice<Answer>(async () => {
      await spendScan(services, context.get(callerContext).network);
      if (!form.ok) throw new AppError("invalid", t("This page has no such form."));
      return execute(services, context.get(viewerContext), form.value);
    });
  };
}
