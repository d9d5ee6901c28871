import type { Config } from "../config.ts";
import { isTooMany, type LimitRule } from "../http/limits.ts";
import type { Services } from "../services.ts";
import { watched } from "../watching.ts";
import { readReturnedMail } from "./failure-report.ts";
import type { ReturnAddresses } from "./return-address.ts";
import { isPermanent } from "./status-code.ts";

// Mails that were taken over and came back later: their reports are read from a mailbox.

type BounceSettings = NonNullable<Config["bounces"]>;

const readEveryMs = 5 * 60_000;
/** Of several processes, one reads. */
const inTurn: LimitRule = { name: "read-bounces", tries: 1, windowSeconds: readEveryMs / 1000 - 30 };
const atOnce = 200;
/** The report stands before the returned mail. */
const longestRead = 256 * 1024;
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

export interface BounceReader {
  close(): Promise<void>;
}

/** Reads the mailbox for reports now and every five minutes, beside everything else; failures are tried again. */
export function startBounceReader(
  services: Pick<Services, "db" | "limits" | "log">,
  settings: BounceSettings,
  addresses: ReturnAddresses,
): BounceReader {
  const { limits, log } = services;
  const closing = new AbortController();
  let reading = Promise.resolve();
  function read(): void {
    reading = reading
      .then(() => limits.spend(inTurn, "all"))
      .then(() => readBounces(services, settings, addresses, closing.signal))
      .catch((error: unknown) => {
        if (closing.signal.aborted || isTooMany(error)) return;
        log.warn({ reason: reasonOf(error) }, "returned mails could not be read; it is tried again");
      });
  }
  read();
  const timer = setInterval(read, readEveryMs);
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await reading;
    },
  };
}

/** The library's own errors carry the dialogue, and with it addresses. Of a command that failed their text says only that. */
function reasonOf(error: unknown): string {
  const { message, authenticationFailed, mailboxMissing, serverResponseCode }: Record<string, unknown> =
    Object(error);
  const said = typeof serverResponseCode === "string" ? ` (${serverResponseCode})` : "";
  if (authenticationFailed) return `the name or the password is not accepted${said}`;
  if (mailboxMissing) return `there is no such mailbox${said}`;
  return typeof message === "string" ? message + said : String(error);
}

/**
 * Reads the unread mails of the mailbox, and leaves a job for each subscriber whose mails have come back. What was understood is
 * deleted after that is stored; anything else stays, marked as read, for a person.
 * @throws Error when the mailbox can't be read
 */
export async function readBounces(
  { db }: Pick<Services, "db">,
  { imapUrl }: BounceSettings,
  addresses: ReturnAddresses,
  closing: AbortSignal,
): Promise<void> {
  const { ImapFlow } = await import("imapflow");
  const { protocol, hostname: host, port, username, password, pathname } = new URL(imapUrl);
  const secure = protocol === "imaps:";
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const client = new ImapFlow({
    ...{ host, secure, auth, ...timeouts },
    port: port ? Number(port) : secure ? 993 : 143,
    logger: false,
    disableAutoIdle: true,
  });
  // Also where nothing waits for the client.
  client.on("error", () => {});
  const end = () => client.close();
  closing.addEventListener("abort", end);
  try {
    await client.connect();
    // A folder's name has what the server itself puts between a folder and one in it.
    const folders = pathname.split("/").filter(Boolean).map(decodeURIComponent);
    await client.mailboxOpen(folders.length > 0 ? folders : "INBOX");
    const unread = (await client.search({ seen: false }, { uid: true })) || [];
    const chosen = unread.slice(0, atOnce);
    const dated =
      chosen.length > 0 ? await client.fetchAll(chosen, { internalDate: true }, { uid: true }) : [];
    // In the order of time: should the reading break off, nothing unread is older than what is noted, and each still counts.
    const mails = dated
      .map(({ uid, internalDate }) => ({ uid, arrived: new Date(internalDate ?? Date.now()) }))
      .sort((one, other) => one.arrived.getTime() - other.arrived.getTime());
    const found: Returned[] = [];
    try {
      for (const { uid, arrived } of mails) {
        const message = await client.fetchOne(
          String(uid),
          { source: { maxLength: longestRead } },
          { uid: true },
        );
        // Somebody else has deleted it meanwhile.
        if (!message) continue;
        const returned = await returnedMail(addresses, message.source ?? Buffer.alloc(0), arrived);
        if (returned === "delayed") await client.messageDelete(String(uid), { uid: true });
        else if (returned) found.push({ uid, ...returned });
        else await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
      }
    } finally {
      // Also after the connection broke. What can't be deleted then is read again, and counts once.
      await leaveJobs(db, found);
    }
    for (const { uid, report } of found) {
      const isGone = await client.messageDelete(String(uid), { uid: true });
      const name = report.isPermanent ? "permanent" : "temporary";
      // Only then, because others are read, and would be counted, again.
      if (isGone) await watched({ kind: "bounce", name }, async () => {});
    }
    await client.logout();
  } finally {
    closing.removeEventListener("abort", end);
    client.close();
  }
}

interface Returned {
  uid: number;
  subscriberId: string;
  report: { status: string; isPermanent: boolean; at: string };
}

/** @returns undefined for what is no report of a subscriber's mail; "delayed" for one of a mail that is still being tried */
async function returnedMail(
  addresses: ReturnAddresses,
  bytes: Uint8Array,
  arrived: Date,
): Promise<Omit<Returned, "uid"> | "delayed" | undefined> {
  const { recipients, report } = await readReturnedMail(bytes);
  const subscriberId = addresses.keyIn(recipients);
  if (!report || subscriberId === undefined) return undefined;
  const { action, status } = report;
  if (action === "delayed") return "delayed";
  return { subscriberId, report: { status, isPermanent: isPermanent(status), at: arrived.toISOString() } };
}

/**
 * Leaves one job for all of a subscriber's: jobs run beside each other, and a report is old beside a later one that is known.
 * @param found in the order of time
 */
async function leaveJobs(db: Services["db"], found: Returned[]): Promise<void> {
  for (const [subscriberId, ofOne] of Map.groupBy(found, (returned) => returned.subscriberId)) {
    const earlier = ofOne.map(({ report }) => report);
    const latest = earlier.pop();
    if (!latest) continue;
    const job = { subscriberId, earlier, ...latest };
    await db.asSystem().write((tx) => tx.enqueue("newsletter.bounced", job));
  }
}
