import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

// A mail server in a process of its own: says where it listens, then each address that it has accepted a mail for.

const report = (message: unknown) => process.send?.(message);

const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  authOptional: true,
  onData(stream, { envelope }, done) {
    buffer(stream).then(
      () => {
        for (const { address } of envelope.rcptTo) report(address);
        done();
      },
      // A connection that breaks off before the mail's end has brought no mail.
      () => {},
    );
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  report({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("disconnect", () => process.exit());
