import { recordDeed } from "../audit.ts";
import { violates } from "../db/database.ts";
import { StartError } from "../errors.ts";
import { accountNamed, type Command, required, say } from "./command.ts";

export const makeAdmin: Command = {
  usage: "make-admin --email ADDRESS",
  summary: "Makes an account an admin.",
  options: { email: { type: "string" } },
  async run({ db }, options) {
    const { id, email, role } = await accountNamed(db, required(options, "email"));
    if (role === "admin") {
      say(`${email} is an admin already.`);
      return 0;
    }
    try {
      await db.asSystem().write(async (tx) => {
        await tx.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute();
        await recordDeed(tx, "operator", "role_changed", email, "musician to admin, by command");
      });
    } catch (error) {
      if (!violates(error, "users_suspended_at_role")) throw error;
      throw new StartError(`${email} is suspended. Lift the suspension first.`);
    }
    say(`${email} is an admin now.`);
    return 0;
  },
};
