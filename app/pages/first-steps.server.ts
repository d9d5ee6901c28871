import type { Services } from "#server/services.ts";

/** Notes that the musician has handed out their page's address, or has put the list of first steps away. */
export async function noteFirstSteps(
  { db }: Pick<Services, "db">,
  userId: string,
  noted: "page_shared" | "first_steps_hidden",
): Promise<void> {
  await db.asMusician(userId).write((tx) =>
    tx
      .insertInto("account_preferences")
      .values({ user_id: userId, [noted]: true })
      .onConflict((already) => already.column("user_id").doUpdateSet({ [noted]: true }))
      .execute(),
  );
}
