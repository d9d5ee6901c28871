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
  /** The addresses that it takes nothing for, with the number it says: from 500 on that is for good. */
  refused: Map<string, number>;
}

/** A real SMTP server on loopback that keeps what it accepts. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    // Connections are kept for the next mail.
    closeTimeout: 200,
    onRcptTo({ address }, _session, done) {
      const responseCode = refused.get(address);
      done(responseCode === undefined ? null : Object.assign(new Error("Not taken"), { responseCode }));
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
