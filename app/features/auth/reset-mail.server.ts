import type { Config } from "#server/config.ts";
import { escaped } from "~/shared/escaped";
import { t } from "~/shared/t";

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
  const opening = t(
    "You asked to choose a new password for your {siteName} account. This link takes you there:",
    { siteName },
  );
  const note = t(
    "It works once, for {minutes} minutes. If you didn't ask for it, you don't need to do anything: your password stays as it is.",
    { minutes: resetLinkMinutes },
  );
  return {
    to,
    subject: t("Choose a new {siteName} password", { siteName }),
    text: [t("Hello,"), opening, link, note, siteName].join("\n\n"),
    html: [
      `<p>${escaped(t("Hello,"))}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${link.replaceAll("&", "&amp;")}">${escaped(t("Choose a new password"))}</a></p>`,
      `<p>${escaped(note)}</p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}
