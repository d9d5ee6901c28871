import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** The envelope's recipient. */
  recipient: string;
}

export interface MailServer extends AsyncDisposable {
  /** For the setting SMTP_URL. */
  url: string;
  /** In the order in which they were accepted. */
  received: ReceivedMail[];
  /** The addresses that it takes nothing for, with what it says: a number from 500 on is for good. */
  refused: Map<string, number | `${number} ${string}`>;
}

/** A real SMTP server on loopback that keeps what it accepts. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused: MailServer["refused"] = new Map();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    // Connections are kept for the next mail.
    closeTimeout: 200,
    onRcptTo({ address }, _session, done) {
      const answer = refused.get(address);
      const [, code, text = "Not taken"] = /^(\d+) ?(.+)?/.exec(String(answer)) ?? [];
      done(code ? Object.assign(new Error(text), { responseCode: Number(code) }) : null);
    },
    async onData(stream, { envelope }, done) {
      // A connection that breaks off before the mail's end has brought no mail.
      const bytes = await buffer(stream).catch(() => undefined);
      if (!bytes) return;
      const mail = await PostalMime.parse(bytes);
      for (const { address } of envelope.rcptTo) received.push({ ...mail, recipient: address });
      done();
    },
  });
  // A Handbill that is killed breaks off in the middle of a mail.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (typeof address !== "object" || !address) throw new Error("The mail server has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refused,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
