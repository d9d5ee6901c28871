import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/feed.route";
import { markRead, sendMessage } from "./commands.server";
import {
  conversationList,
  conversationUpdate,
  history,
  people,
  shareableTracks,
  unreadCount,
} from "./queries.server";
import { feedActionSchema, feedSchema } from "./schema";

/** Looking for a musician takes a few requests; collecting all names and addresses takes many. */
const looking: LimitRule = { name: "messages-people", tries: 200, windowSeconds: 600 };

/** The requests of the messages' screen while it is open, so that no navigation disturbs a musician who is typing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const parsed = feedSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw new AppError("not-found", t("This page does not exist."));
  const { data } = parsed;
  const { db, limits, config } = context.get(servicesContext);
  const { ownerEmail } = config;
  if (data.what === "people") await limits.spend(looking, limitKey(userId));
  const answer = await db.asMusician(userId).read(async (tx) => {
    switch (data.what) {
      case "unread":
        return { unread: await unreadCount(tx, userId) };
      case "changes":
        return {
          list: await conversationList(tx, userId, ownerEmail),
          unread: await unreadCount(tx, userId),
          open: data.conversation ? await conversationUpdate(tx, userId, data.conversation, data) : null,
        };
      case "history":
        return history(tx, userId, data.conversation, data.before);
      case "conversations":
        return conversationList(tx, userId, ownerEmail, data);
      case "people":
        return people(tx, ownerEmail, data.search, data.after);
      case "tracks":
        return shareableTracks(tx, userId, data.after);
    }
  });
  return Response.json(answer);
}

/** Sends a message, or marks messages as read. Like the loader, it disturbs nothing else on the screen. */
export const action = ownerAction(feedActionSchema, async (services, userId, form) => {
  if (form.intent === "send-message") return { message: await sendMessage(services, userId, form) };
  await markRead(services, userId, form.conversation, form.upTo);
  return { done: true };
});
