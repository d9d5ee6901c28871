import type { Config } from "#server/config.ts";

/** Minutes a reset link is good for. */
export const resetLinkMinutes = 30;

/** Both halves of a reset ticket, as the link carries them. */
export interface ResetTicket {
  accessToken: string;
  refreshToken: string;
}

/** The mail with the reset link. The link leads to the configured origin, whatever host the request named. */
export function resetMail(config: Config, to: string, { accessToken, refreshToken }: ResetTicket) {
  const link = `${config.origin}/reset-password?access_token=${accessToken}&refresh_token=${refreshToken}`;
  const opening = "You asked to choose a new password for your Handbill account. This link takes you there:";
  const note = `It works once, for ${resetLinkMinutes} minutes. If you didn't ask for it, you don't need to do anything: your password stays as it is.`;
  return {
    to,
    subject: "Choose a new Handbill password",
    text: ["Hello,", opening, link, note, "Handbill"].join("\n\n"),
    html: [
      "<p>Hello,</p>",
      `<p>${opening}</p>`,
      `<p><a href="${link.replaceAll("&", "&amp;")}">Choose a new password</a></p>`,
      `<p>${note}</p>`,
      "<p>Handbill</p>",
    ].join("\n"),
  };
}
