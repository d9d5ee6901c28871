import { recordAuditAction } from "#server/audit.ts";
import { AppError } from "#server/errors.ts";
import { askOwnerAgain, promoteOwner } from "#server/owner.ts";
import type { Services } from "#server/services.ts";
import { redeemSetupCode } from "#server/setup-code.ts";
import { msg, t } from "~/shared/t";
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
 * Makes the account an admin: the owner's confirmed one by itself; any other by the set-up code, while there is no admin.
 * The owner's unconfirmed one is mailed another link, if the last is old enough. [decisions: Role debug page]
 * @param network the client's
 * @throws AppError `forbidden` for all other accounts, `invalid` for a wrong code, `too-many`
 */
export async function makeAdmin(
  services: Pick<Services, "config" | "db" | "limits" | "log">,
  viewer: Viewer,
  { code, network }: { code: string; network: string },
): Promise<void> {
  const { db, log } = services;
  if (!viewer.isOwner && code === "") {
    if (viewer.mustConfirm) await askOwnerAgain(services, viewer);
    throw new AppError("forbidden", refusalText(services, viewer));
  }
  if (!viewer.isOwner) await spendSetupCode(services, viewer.userId, network);
  await db.asSystem().write(async (tx) => {
    if (viewer.isOwner) {
      await promoteOwner(tx, viewer);
      return;
    }
    await redeemSetupCode(tx, viewer.userId, code);
    await recordAuditAction(
      tx,
      viewer,
      "role_changed",
      viewer.email,
      msg("musician to admin, by the set-up code"),
    );
  });
  log.warn({ userId: viewer.userId }, "an account has made itself an admin, which it may");
}

function refusalText({ config }: Pick<Services, "config">, { mustConfirm }: Viewer): string {
  if (!mustConfirm) {
    return t(
      "Only the owner of this site can make themselves an admin here. Admins decide who else becomes one.",
    );
  }
  return config.smtpUrl
    ? t("First confirm your address: open the link that was mailed to it. It is mailed once an hour at most.")
    : t("First confirm your address: give the set-up code, or have the operator run make-admin.");
}
