import type { Config } from "#server/config.ts";
import { escaped } from "~/shared/escaped";

/** Minutes a reset link is good for. */
export const resetLinkMinutes = 30;

/** Both halves of a reset ticket, as the link carries them. */
export interface ResetTicket {
  accessToken: string;
  refreshToken: string;
}

/** Where a ticket is used: at the configured origin, whatever host a request named. */
export function resetLink(config: Config, { accessToken, refreshToken }: ResetTicket): string {
  return `${config.origin}/reset-password?access_token=${accessToken}&refresh_token=${refreshToken}`;
}

/** The mail with the reset link. */
export function resetMail(config: Config, siteName: string, to: string, ticket: ResetTicket) {
  const link = resetLink(config, ticket);
  const opening = `You asked to choose a new password for your ${siteName} account. This link takes you there:`;
  const note = `It works once, for ${resetLinkMinutes} minutes. If you didn't ask for it, you don't need to do anything: your password stays as it is.`;
  return {
    to,
    subject: `Choose a new ${siteName} password`,
    text: ["Hello,", opening, link, note, siteName].join("\n\n"),
    html: [
      "<p>Hello,</p>",
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${link.replaceAll("&", "&amp;")}">Choose a new password</a></p>`,
      `<p>${note}</p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}
