import { demoAccountIds } from "../app/shared/demo-accounts.ts";
import type { Database } from "./db/database.ts";

/** Whether nobody has an account here but the demo. */
export async function isUninhabited(db: Database): Promise<boolean> {
  const { length } = await db.asSystem().read((tx) =>
    tx
      .selectFrom("users")
      .select("id")
      .where("id", "not in", [...demoAccountIds])
      .limit(1)
      .execute(),
  );
  return length === 0;
}
