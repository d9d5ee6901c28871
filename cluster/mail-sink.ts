import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

// node mail-sink.ts FILE: a mail server that takes everything, and writes each recipient of what it has taken as a line to FILE.

const [file = ""] = process.argv.slice(2);
const recipients = createWriteStream(file, { flags: "a" });

const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  authOptional: true,
  onData(stream, { envelope }, done) {
    buffer(stream).then(
      () => {
        for (const { address } of envelope.rcptTo) recipients.write(`${address}\n`);
        done();
      },
      // A connection that breaks off before the mail's end has brought no mail.
      () => {},
    );
  },
});
server.on("error", () => {});
server.listen(4190, "127.0.0.1");
