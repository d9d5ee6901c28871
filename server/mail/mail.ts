import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { nameInMail, oneLine } from "../../app/shared/name-in-mail.ts";
import { standardName } from "../../app/shared/site-name.ts";
import { replaceFile } from "../files/whole-file.ts";
import { type Operation, watched } from "../watching.ts";
import { codeOfAnswer, withoutCode } from "./status-code.ts";

export interface Mail {
  /**
   * Stays the same when the mail is sent again after a crash: a recipient who gets it twice can tell, and a file is
   * one.
   */
  id?: string | undefined;
  /** One address, without a name. */
  to: string;
  /** The address that answers go to, instead of the sender's. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Stands before the configured sender's address, in the place of its name. */
  fromName?: string | undefined;
  /** Comes back with a report of other mail servers that it could not be delivered: a UUID, the recipient's. */
  returnKey?: string | undefined;
  /** Where the recipient can unsubscribe: a page, which takes a POST from a mail program as well (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/**
 * Called when the mail server has everything but the mail's last line, without which it takes nothing: from here to the
 * end of the sending it is unknown, after a crash, whether the mail went out. When it rejects, the mail does not.
 */
export type BeforeEnd = () => Promise<void>;

export interface Mailer {
  /**
   * Resolves when the mail server, or the disk, has taken the mail over. Errors name no address and no content; one of
   * `beforeEnd` is passed on.
   */
  send(mail: Mail, beforeEnd?: BeforeEnd): Promise<void>;
}

export interface OpenMailer extends Mailer {
  /** Ends idle connections, and the others when they are done. */
  close(): void;
}

/**
 * Of a mail that wasn't handed over: `refused` for good, as far as this address goes; `later`, as this address goes too;
 * `away` when nothing could be handed over at all; `unknown` when the server may have got the whole of it.
 */
type FailedOutcome = "refused" | "later" | "away" | "unknown";

// The bundled screens have a copy of this module: see `AppError`.
const brand = Symbol.for("handbill.MailError");

/** A mail that the mail server did not take. Names no address and no content. */
export class MailError extends Error {
  readonly [brand] = true;
  readonly outcome: FailedOutcome;
  /** With which the address was refused for good (RFC 3463). */
  readonly status: string;

  constructor(outcome: FailedOutcome, message: string, status = withoutCode) {
    super(message);
    this.outcome = outcome;
    this.status = status;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}

export interface MailerOptions {
  smtpUrl?: string | undefined;
  /** "Name <address>" or an address alone. */
  mailFrom: string;
  dataDir: string;
  /** Where reports of undelivered mails go, by the mail's `returnKey`; without it, to the sender. */
  returnAddress?: ((key: string) => string) | undefined;
  /** Given the installation's own name, it stands in the place of the sender's. */
  siteName?: () => Promise<string>;
}

/** A send that takes longer than these together has failed; the queue tries again. */
const smtpOptions = {
  // A connection carries mails one after another: opening one takes longer than a mail.
  pool: true,
  maxConnections: 6,
  maxMessages: 100,
  idleTimeout: 5_000,
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Mail goes out through SMTP when an address is set, else each becomes one `.eml` file in `dataDir/mail`. */
export async function openMailer({
  smtpUrl,
  mailFrom,
  dataDir,
  returnAddress,
  siteName = async () => standardName,
}: MailerOptions): Promise<OpenMailer> {
  const fromSite = async () => ({ address: mailFrom, siteName: await siteName(), returnAddress });
  if (smtpUrl) return watchedMailer(smtpMailer(smtpUrl, fromSite));
  const folder = join(dataDir, "mail");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return watchedMailer(fileMailer(folder, fromSite));
}

function watchedMailer({ send, close }: OpenMailer): OpenMailer {
  async function sendWatched(operation: Operation, mail: Mail, beforeEnd?: BeforeEnd): Promise<void> {
    try {
      await send(mail, beforeEnd);
      operation.outcome = "sent";
    } catch (error) {
      // Any other error is one of `beforeEnd`.
      operation.outcome = error instanceof MailError ? error.outcome : "withdrawn";
      throw error;
    }
  }
  return {
    send(mail, beforeEnd) {
      const name = beforeEnd ? "of many" : "single";
      const operation: Operation = { kind: "mail", name, id: mail.id };
      return watched(operation, () => sendWatched(operation, mail, beforeEnd));
    },
    close,
  };
}

/** Whether the mail server answers and takes our name and password. @throws MailError */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...smtpOptions });
  try {
    await transport.verify();
  } catch (error) {
    throw new MailError("away", `the mail server does not answer as it should (${failureCode(error)})`);
  } finally {
    transport.close();
  }
}

/** The configured sender, "Name <address>" or an address alone, and the installation's name. */
interface Sender {
  address: string;
  siteName: string;
  returnAddress: MailerOptions["returnAddress"];
}

function smtpMailer(url: string, fromSite: () => Promise<Sender>): OpenMailer {
  const transport = createTransport({ url, ...smtpOptions });
  /** By the signal that stops a mail, which is all of ours that comes along with it. */
  const gates = new WeakMap<AbortSignal, BeforeEnd>();
  transport.use("stream", (mail, done) => {
    const beforeEnd = mail.data.signal && gates.get(mail.data.signal);
    const { message: content } = mail;
    if (!beforeEnd || !content) return done();
    content.build((error, bytes) => {
      if (bytes) content.createReadStream = () => endingAfter(bytes, beforeEnd);
      done(error);
    });
  });
  return {
    async send(mail, beforeEnd) {
      if (isDemoAddress(mail.to)) {
        await beforeEnd?.();
        return;
      }
      const stop = new AbortController();
      let mayHaveEnded = false;
      let refusal: { reason: unknown } | undefined;
      let gateAnswer = Promise.resolve();
      const passGate = async () => {
        try {
          // The pool may try a mail again whose connection was lost; this one's end goes out once.
          if (mayHaveEnded) throw new Error("a mail was about to go out twice");
          await beforeEnd?.();
          mayHaveEnded = true;
        } catch (reason) {
          if (!mayHaveEnded) refusal = { reason };
          stop.abort();
          throw reason;
        }
      };
      gates.set(stop.signal, () => {
        const answer = passGate();
        gateAnswer = answer.catch(() => {});
        return answer;
      });
      try {
        await transport.sendMail({ ...message(mail, await fromSite()), signal: stop.signal });
      } catch (error) {
        // The connection may have gone while it was being asked.
        await gateAnswer;
        if (refusal) throw refusal.reason;
        const outcome = outcomeOf(error, mayHaveEnded);
        const message = `the mail server did not take a mail (${failureCode(error)})`;
        throw new MailError(outcome, message, codeOfAnswer(answerIn(error)));
      }
    },
    close: () => transport.close(),
  };
}

/** The people of the demo have no mailboxes: their domain is one of those that no mail server has (RFC 2606). */
const isDemoAddress = (address: string) => address.endsWith("@handbill.example");

/** A mail that keeps its end back; nothing of it is read before the server is ready for it. */
function endingAfter(bytes: Buffer, beforeEnd: BeforeEnd): Readable {
  let isRead = false;
  return new Readable({
    read() {
      if (!isRead) {
        isRead = true;
        this.push(bytes);
        return;
      }
      beforeEnd().then(
        () => this.push(null),
        // The connection is closed instead.
        () => {},
      );
    },
  });
}

function fileMailer(folder: string, fromSite: () => Promise<Sender>): OpenMailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail, beforeEnd) {
      await beforeEnd?.();
      const { message: bytes } = await transport.sendMail(message(mail, await fromSite()));
      const time = new Date().toISOString().replace(/[-:.]/g, "");
      const name = mail.id ?? `${time}-${randomBytes(4).toString("hex")}`;
      await replaceFile(join(folder, `${name}.eml`), bytes);
    },
    close: () => {},
  };
}

function message(
  { id, to, subject, text, html, fromName, replyTo, unsubscribeUrl, returnKey }: Mail,
  sender: Sender,
) {
  const from = sender.address;
  const address = /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from;
  // An artist's name is a user's own words; the site's is an admin's.
  const ownName = sender.siteName === standardName ? undefined : oneLine(sender.siteName);
  const name = fromName === undefined ? ownName : nameInMail(fromName, sender.siteName);
  return {
    from: name === undefined ? from : { name, address },
    // As an object it can only ever be one address.
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    ...(id !== undefined && { messageId: `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "handbill"}>` }),
    ...(returnKey !== undefined &&
      sender.returnAddress && { envelope: { from: sender.returnAddress(returnKey), to } }),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    // Keeps automatic replies away.
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The server's own words would carry the address into the log. */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const parts = [
    "code" in error ? error.code : undefined,
    "responseCode" in error ? error.responseCode : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" ") || error.name;
}

function answerIn(error: unknown): string {
  const { response }: Record<string, unknown> = Object(error);
  return typeof response === "string" ? response : "";
}

/**
 * A server that refuses the login, or refuses to send at all, is the operator's to mend, whatever the number.
 * @param mayHaveEnded false when the server surely never got the mail's end
 */
function outcomeOf(error: unknown, mayHaveEnded: boolean): FailedOutcome {
  const { responseCode, command }: Record<string, unknown> = Object(error);
  if (typeof responseCode === "number") {
    if (command !== "RCPT TO" && command !== "DATA") return "away";
    return responseCode >= 500 ? "refused" : "later";
  }
  return mayHaveEnded ? "unknown" : "away";
}
