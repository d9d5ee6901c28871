import { accountNamed, type Command, printLine, required } from "./command.ts";

export const resetSecondFactor: Command = {
  usage: "reset-second-factor --email ADDRESS",
  summary: "Takes an account's second factors away, ends its sessions, and tells its address.",
  more:
    "For somebody who has lost them: signing in asks for the password alone afterwards. Make sure who asks. It stands in " +
    "the audit log.",
  options: { email: { type: "string" } },
  async run({ db, config, exports }, options) {
    const { email } = await accountNamed(db, required(options, "email"));
    await exports.resetSecondFactorByOperator({ db, config }, email);
    printLine(`${email} signs in with the password alone now.`);
    return 0;
  },
};
