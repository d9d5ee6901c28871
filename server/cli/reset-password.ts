import { accountNamed, type Command, printLine, required } from "./command.ts";

export const resetPassword: Command = {
  usage: "reset-password --email ADDRESS",
  summary: "Ends an account's sessions, and shows a link that sets a new password, once, for half an hour.",
  options: { email: { type: "string" } },
  async run({ db, config, exports }, options) {
    const { email } = await accountNamed(db, required(options, "email"));
    printLine(await exports.resetByOperator({ db, config }, email));
    return 0;
  },
};
