import { sql } from "kysely";
import { msg } from "../../app/shared/t.ts";
import { recordAuditAction } from "../audit.ts";
import { violates } from "../db/database.ts";
import { StartError } from "../errors.ts";
import { accountNamed, type Command, printLine, required } from "./command.ts";

export const makeAdmin: Command = {
  usage: "make-admin --email ADDRESS",
  summary: "Makes an account an admin.",
  more: "Its address counts as confirmed: where it is OWNER_EMAIL, the account is the owner's.",
  options: { email: { type: "string" } },
  async run({ db }, options) {
    const { id, email, role } = await accountNamed(db, required(options, "email"));
    const isAlready = role === "admin";
    try {
      await db.asSystem().write(async (tx) => {
        await tx
          .updateTable("users")
          .set({ role: "admin", email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
          .where("id", "=", id)
          .execute();
        if (isAlready) return;
        await recordAuditAction(tx, "operator", "role_changed", email, msg("musician to admin, by command"));
      });
    } catch (error) {
      if (!violates(error, "users_suspended_at_role")) throw error;
      throw new StartError(`${email} is suspended. Lift the suspension first.`);
    }
    printLine(`${email} is an admin ${isAlready ? "already" : "now"}.`);
    return 0;
  },
};
