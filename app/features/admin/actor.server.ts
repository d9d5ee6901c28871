import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { lacksSecondFactorText, requireFreshPassword, requireViewer, type Viewer } from "~/viewer.server";
import { isSensitive } from "./sensitive-intents.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * The admin who sends the request. The layout's gate has let only admins through; every action checks once more.
 * @throws AppError `forbidden` for a musician, `unauthenticated` for a visitor
 */
export function requireAdmin(context: Context): Viewer {
  const viewer = requireViewer(context);
  if (viewer.lacksSecondFactor) throw new AppError("forbidden", t(lacksSecondFactorText));
  if (!viewer.isAdmin) throw new AppError("forbidden", t("This page is for admins."));
  return viewer;
}

/** The action of an admin's screen, as its route exports it. @param schema the screen's forms, by their `intent` */
export function adminAction<Schema extends z.ZodType<{ intent: string }>, Answer>(
  schema: Schema,
  execute: (services: Services, admin: Viewer, form: z.output<Schema>) => Promise<Answer>,
) {
  return async ({ request, context }: { request: Request; context: Context }) => {
    const admin = requireAdmin(context);
    const services = context.get(servicesContext);
    return answerForm(await readForm(request), schema, async (form) => {
      if (isSensitive(form.intent)) requireFreshPassword(admin);
      return execute(services, admin, form);
    });
  };
}
