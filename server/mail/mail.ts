import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export interface Mail {
  /** Stays the same when the mail is sent again after a crash: who receives it twice can tell, and a file is one. */
  id?: string | undefined;
  /** One address, without a name. */
  to: string;
  /** Whom an answer goes to, instead of the sender. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Stands before the configured sender's address, in the place of its name. */
  fromName?: string | undefined;
  /** Where whoever gets it can unsubscribe: a page, which takes a POST from a mail program as well (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  /** Resolves when the mail server, or the disk, has taken the mail over. Errors name no address and no content. */
  send(mail: Mail): Promise<void>;
}

/**
 * Of a mail that wasn't handed over: `refused` for good, as far as this address goes; `later`, as this address goes too;
 * `away` when nothing could be handed over at all; `unknown` when the server may have got the whole of it.
 */
type FailedOutcome = "refused" | "later" | "away" | "unknown";

/** A mail that the mail server did not take. Names no address and no content. */
export class MailError extends Error {
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

export interface MailerOptions {
  smtpUrl?: string | undefined;
  /** "Name <address>" or an address alone. */
  mailFrom: string;
  dataDir: string;
}

/** A send that takes longer than these together has failed; the queue tries again. */
const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Mail goes out through SMTP when an address is set, else each becomes one `.eml` file in `dataDir/mail`. */
export async function openMailer({ smtpUrl, mailFrom, dataDir }: MailerOptions): Promise<Mailer> {
  if (smtpUrl) return smtpMailer(smtpUrl, mailFrom);
  const folder = join(dataDir, "mail");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return fileMailer(folder, mailFrom);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...smtpTimeouts });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, from));
      } catch (error) {
        throw new MailError(outcomeOf(error), `the mail server did not take a mail (${failureCode(error)})`);
      }
    },
  };
}

function fileMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(mail, from));
      const time = new Date().toISOString().replace(/[-:.]/g, "");
      const file = join(folder, `${mail.id ?? `${time}-${randomBytes(4).toString("hex")}`}.eml`);
      try {
        await writeFile(`${file}.part`, bytes, { flag: mail.id ? "w" : "wx", mode: 0o600, flush: true });
        await rename(`${file}.part`, file);
      } catch (error) {
        await rm(`${file}.part`, { force: true });
        throw error;
      }
    },
  };
}

function message({ id, to, subject, text, html, fromName, replyTo, unsubscribeUrl }: Mail, from: string) {
  return {
    from:
      fromName === undefined ? from : { name: fromName, address: /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from },
    // As an object it can only ever be one address.
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    ...(id !== undefined && { messageId: `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "handbill"}>` }),
    subject,
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

/** Nothing had been said on the connection, if there was one. */
const early = /^(EDNS|ETLS|EAUTH|ENOAUTH|EOAUTH2)$/;
const unanswered = /^(Connection timeout|Greeting never received)/;

/** Whoever may not sign in or send at all is the operator's to mend, whatever the number. */
function outcomeOf(error: unknown): FailedOutcome {
  const { responseCode, command, code, syscall, message }: Record<string, unknown> = Object(error);
  if (typeof responseCode === "number") {
    if (command !== "RCPT TO" && command !== "DATA") return "away";
    return responseCode >= 500 ? "refused" : "later";
  }
  const isEarly =
    syscall === "connect" ||
    syscall === "getaddrinfo" ||
    early.test(String(code)) ||
    unanswered.test(String(message));
  return isEarly ? "away" : "unknown";
}
