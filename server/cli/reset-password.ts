import { accountNamed, type Command, required, say } from "./command.ts";
import { loadFront } from "./front.ts";

export const resetPassword: Command = {
  usage: "reset-password --email ADDRESS",
  summary: "Ends an account's sessions, and shows a link that sets a new password, once, for half an hour.",
  options: { email: { type: "string" } },
  async run({ db, config }, options) {
    const { email } = await accountNamed(db, required(options, "email"));
    const { resetByOperator } = await loadFront();
    say(await resetByOperator({ db, config }, email));
    return 0;
  },
};
