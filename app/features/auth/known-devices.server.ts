import { sql } from "kysely";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { formatsOf } from "#server/preferences.ts";
import { t } from "~/shared/t";
import { zoneText } from "~/shared/zone-names";
import { type Browser, browserNames, browserText } from "./browser.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";

// Browsers that an account has signed in with are known again by a cookie that outlives the session. It opens nothing.

/** Browsers keep no cookie longer. */
const keptForDays = 400;
const mostDevices = 50;

/** No account has it. */
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * The hash of this browser's token, if the account has signed in with it before.
 * @param userId unset where there is no such account: that takes the same time
 * @param cookies the request's `Cookie` header
 */
export async function knownDevice(
  tx: Reader,
  config: Config,
  userId: string | undefined,
  cookies: string | null,
): Promise<Buffer | undefined> {
  const token = readCookie(config, "device", cookies);
  if (!token) return undefined;
  const row = await tx
    .selectFrom("known_devices")
    .select("token_hash")
    .where("user_id", "=", userId ?? nobody)
    .where("token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  return row?.token_hash;
}

/**
 * Keeps in mind that this account has signed in with this browser. A browser that is new to it is told by mail, unless it
 * is the account's first.
 * @returns the `Set-Cookie` by which the browser is known again
 */
export async function rememberDevice(
  tx: Writer,
  config: Config,
  userId: string,
  browser: Browser,
): Promise<string> {
  const known = await knownDevice(tx, config, userId, browser.cookies);
  if (!known) await mailNewBrowser(tx, config, userId, browser);
  const token = readCookie(config, "device", browser.cookies) ?? newSecret();
  await tx
    .insertInto("known_devices")
    .values({ user_id: userId, token_hash: hashSecret(token) })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_hash"]).doUpdateSet({ last_seen_at: sql<Date>`now()` }),
    )
    .execute();
  await tx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("token_hash", "in", (old) =>
      old
        .selectFrom("known_devices")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .offset(mostDevices),
    )
    .execute();
  return setCookie(config, "device", token, { maxAge: keptForDays * 24 * 3600 });
}

/** Only this browser of the account is known from now on. @param cookies the request's `Cookie` header */
export async function forgetOtherDevices(
  tx: Writer,
  config: Config,
  userId: string,
  cookies: string | null,
): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("token_hash", "<>", hashSecret(readCookie(config, "device", cookies) ?? ""))
    .execute();
}

/** No browser of the account is known any more: some of them may be another person's. */
export async function forgetDevices(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom("known_devices").where("user_id", "=", userId).execute();
}

async function mailNewBrowser(tx: Writer, config: Config, userId: string, browser: Browser): Promise<void> {
  const account = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where((row) =>
      row.exists(row.selectFrom("known_devices").select("user_id").where("user_id", "=", userId)),
    )
    .executeTakeFirst();
  if (!account) return;
  await mailAccount(tx, userId, async (site) => {
    const { dateTime, timeZone } = await formatsOf(tx, userId);
    const when = `${dateTime(new Date(), "long")} (${zoneText(timeZone)})`;
    return newBrowserMail(config, site, account.email, browser, when);
  });
}

function newBrowserMail(
  { origin }: Config,
  siteName: string,
  to: string,
  { userAgent }: Browser,
  when: string,
) {
  const what = t("{browser}, on {time}", { browser: browserText(browserNames(userAgent)), time: when });
  return {
    to,
    subject: t("A new sign-in to your {siteName} account", { siteName }),
    text: [
      t("Hello,"),
      t("your account was signed in to with a browser that hasn't been used for it before:"),
      what,
      t("If that was you, there is nothing to do."),
      t("If it wasn't, end its session and choose a new password here: {link}", {
        link: `${origin}/account/devices`,
      }),
      t("If you can't sign in any more, ask for a new password, which ends every session: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
