import { data, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import type { Config } from "#server/config.ts";
import { profileBySlug } from "#server/db/fragments.ts";
import { AppError } from "#server/errors.ts";
import { visitOfForm } from "~/features/analytics/form-visit.server";
import { readCookie, setCookie } from "~/features/auth/cookies.server";
import { requestBooking } from "~/features/bookings/commands.server";
import { bookingFailure, bookingSchema } from "~/features/bookings/schema";
import { postComment } from "~/features/comments/commands.server";
import { commentFailure, commentSchema } from "~/features/comments/schema";
import { askForReminder } from "~/features/music/reminders.server";
import { reminderFailure, reminderSchema } from "~/features/music/reminders-schema";
import { recallSubscription, subscribe } from "~/features/newsletter/commands.server";
import { subscriptionFailure, subscriptionSchema } from "~/features/newsletter/schema";
import { answerForm, readForm } from "~/forms.server";
import { reportFault } from "~/layouts/errors.server";
import { callerContext, flashCookie, servicesContext, shownPathContext } from "~/services.server";
import { formValues } from "~/shared/forms";
import { t } from "~/shared/t";
import { viewerContext } from "~/viewer.server";
import { type FormOutcome, formOutcomes } from "./form-state.ts";
import { findReleasePage } from "./music-pages.server.ts";

// The forms of an artist's page. A form that is refused is answered with the page again; one that went
// through leads back to the page, with a cookie that holds its outcome.

interface Call {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Long enough for the way back to the page. */
const flashSeconds = 60;
const subscriptionsCookie = "subscribed";
const subscriptionsSeconds = 400 * 24 * 3600;

const artistOfForm = {
  name: "artist-of-form",
  text: `select profile.user_id as "userId" from ${profileBySlug} profile`,
};

/** The action of an artist's pages, as their routes export it: none where no artist answers to the slug. */
export async function artistAction({ params, ...call }: Call & { params: { artistSlug: string } }) {
  const visitor = call.context.get(servicesContext).db.asVisitor();
  const [artist] = await visitor.readOnce<{ userId: string }>(artistOfForm, [params.artistSlug]);
  return artist ? answerVisitor(call, artist.userId) : null;
}

/** The action of a release's page: none where there is no such page. */
export async function releaseAction({
  params: { artistSlug, releaseSlug },
  ...call
}: Call & { params: { artistSlug: string; releaseSlug: string } }) {
  const visitor = call.context.get(servicesContext).db.asVisitor();
  const page = await findReleasePage(visitor, artistSlug, releaseSlug);
  return page ? answerVisitor(call, page.userId, page.release.id) : null;
}

/**
 * Executes the form that a visitor has sent from the page of this artist, or of a release: redirects back to it, or
 * answers a `RefusedForm`. [1 §7 Visitor inserts, decisions: What visitors write]
 */
export async function answerVisitor(call: Call, artistId: string, releaseId?: string) {
  const { request, context } = call;
  const services = context.get(servicesContext);
  const { config } = services;
  const { network } = context.get(callerContext);
  const path = context.get(shownPathContext) ?? new URL(request.url).pathname;
  const form = await readForm(request);
  const visit = visitOfForm(services, form, request.headers);

  const isByArtist = context.get(viewerContext)?.userId === artistId;
  const backTo = (section: string, outcome: FormOutcome, cookies: string[] = []) => {
    const headers = new Headers();
    for (const cookie of [keepOutcome(config, artistId, outcome), ...cookies]) {
      headers.append("Set-Cookie", cookie);
    }
    return redirect(`${path}#${section}`, { status: 303, headers });
  };
  const execute = async <Schema extends z.ZodType>(
    schema: Schema,
    failure: string,
    command: (value: z.output<Schema>) => Promise<Response>,
  ) => {
    try {
      return await answerForm(form, schema, command);
    } catch (error) {
      reportFault(error, call);
      return data({ refused: { errors: { form: t(failure) }, values: formValues(form) } }, { status: 500 });
    }
  };

  const intent = form.get("intent");
  if (intent === "remind" && releaseId !== undefined) {
    return execute(reminderSchema, reminderFailure, async (reminder) => {
      await askForReminder(services, { releaseId, artistId }, network, reminder);
      return backTo("reminder", "reminded");
    });
  }
  switch (intent) {
    case "comment":
      return execute(commentSchema, commentFailure, async (comment) =>
        backTo("comments", await postComment(services, artistId, network, comment, { isByArtist })),
      );
    case "subscribe":
      return execute(subscriptionSchema, subscriptionFailure, async (subscription) => {
        await subscribe(services, artistId, network, subscription, visit);
        const kept = readCookie(config, subscriptionsCookie, request.headers.get("Cookie"), { path });
        const { isKnown, toKeep } = recallSubscription(kept, artistId, subscription.subscriber_email);
        const cookie = setCookie(config, subscriptionsCookie, toKeep, { path, maxAge: subscriptionsSeconds });
        return backTo("newsletter", isKnown ? "known" : "subscribed", [cookie]);
      });
    case "book":
      return execute(bookingSchema, bookingFailure, async (booking) => {
        await requestBooking(services, artistId, network, booking, visit);
        return backTo("booking", "sent");
      });
    default:
      throw new AppError("invalid", t("This page has no such form."));
  }
}

/** The cookie names its artist, so that another artist's page doesn't take it for its own. */
function keepOutcome(config: Config, artistId: string, outcome: FormOutcome): string {
  return setCookie(config, flashCookie, `${outcome}.${artistId}`, { maxAge: flashSeconds });
}

/**
 * The outcome of the form that led to this artist's page, and the headers that make the browser forget it.
 * Undefined when none did.
 */
export function takeOutcome(
  config: Config,
  artistId: string,
  request: Request,
): { outcome: FormOutcome | undefined; headers: HeadersInit } | undefined {
  const [name, whose] = readCookie(config, flashCookie, request.headers.get("Cookie"))?.split(".") ?? [];
  if (whose !== artistId) return undefined;
  return {
    outcome: formOutcomes.find((known) => known === name),
    headers: { "Set-Cookie": setCookie(config, flashCookie, "", { maxAge: 0 }) },
  };
}
