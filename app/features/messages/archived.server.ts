import type { Reader } from "#server/db/database.ts";

const pageSize = 100;

/** A page of the messages that came with the musician's archive, conversation by conversation, each from its beginning. */
export async function archivedMessages(tx: Reader, userId: string, requestedPage: number) {
  const { messages: count } = await tx
    .selectFrom("archived_messages")
    .select((row) => row.fn.countAll<number>().as("messages"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const page = Math.min(requestedPage, pages);
  const messages = await tx
    .selectFrom("archived_messages")
    .select(["id", "conversation", "with_name", "is_own", "content", "tracks", "sent_at"])
    .where("user_id", "=", userId)
    .orderBy("with_name")
    .orderBy("conversation")
    .orderBy("sent_at")
    .orderBy("id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { messages, page, pages };
}

/** Whether any came with an archive. */
export async function hasArchivedMessages(tx: Reader, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("archived_messages")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
