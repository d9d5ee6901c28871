import { recordDeed } from "#server/audit.ts";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { redeemSetupCode } from "#server/setup-code.ts";
import type { Viewer } from "~/viewer.server";
import { spendSetupCode } from "./limits.server";

export interface OwnUser {
  id: string;
  email: string;
  role: string;
  created_at: Date;
}

/** The account's own row, as it is now. [1 §7 Role debug] */
export async function ownUser({ db }: Pick<Services, "db">, viewer: Viewer): Promise<OwnUser | undefined> {
  return db
    .asMusician(viewer.userId)
    .read((tx) =>
      tx
        .selectFrom("users")
        .select(["id", "email", "role", "created_at"])
        .where("id", "=", viewer.userId)
        .executeTakeFirst(),
    );
}

/** Whether a set-up code is worth something: while there is no admin. */
export async function takesSetupCode({ db }: Pick<Services, "db">): Promise<boolean> {
  const admins = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("id").where("role", "=", "admin").limit(1).execute());
  return admins.length === 0;
}

/**
 * Makes the account an admin: the owner's by itself; any other by the set-up code, while there is no admin.
 * [decisions: Role debug page]
 * @param address the client's
 * @throws AppError `forbidden` for everybody else, `invalid` for a wrong code, `too-many`
 */
export async function makeAdmin(
  services: Pick<Services, "db" | "limits" | "log">,
  viewer: Viewer,
  { code, address }: { code: string; address: string },
): Promise<void> {
  const { db, log } = services;
  if (!viewer.isOwner && code === "") throw refusal();
  if (!viewer.isOwner) await spendSetupCode(services, address);
  await db.asSystem().write(async (tx) => {
    if (!viewer.isOwner) await redeemSetupCode(tx, viewer.userId, code);
    else if (!(await promote(tx, viewer))) return;
    const how = viewer.isOwner ? "as the owner" : "by the set-up code";
    await recordDeed(tx, viewer, "role_changed", viewer.email, `musician to admin, ${how}`);
  });
  log.warn({ userId: viewer.userId }, "an account has made itself an admin, which it may");
}

function refusal(): AppError {
  return new AppError(
    "forbidden",
    "Only the owner of this Handbill can make themselves an admin here. Admins decide who else becomes one.",
  );
}

/** @returns false when it is an admin already */
async function promote(tx: Writer, { userId }: Viewer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", userId)
    .where("role", "<>", "admin")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
