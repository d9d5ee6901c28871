import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openMailbox } from "../../tests/harness/mailbox.ts";
import { MailError, openMailer } from "./mail.ts";

const mailFrom = "Handbill <no-reply@handbill.example>";
const link = "https://handbill.example/reset-password?access_token=abc-_123&refresh_token=def%20456";
const mail = {
  to: "zoë.fan@example.com",
  subject: "Passwort zurücksetzen 🌙",
  text: `Grüße!\n\n${link}\n\n.\nFrom here on, a line of its own.`,
  html: `<p>Grüße! <a href="${link.replaceAll("&", "&amp;")}">Reset</a></p>`,
};

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "handbill-mail-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

it("an error of the server is one to the bundled screens too, which have a copy of this module", async () => {
  vi.resetModules();
  const copy = await import("./mail.ts");
  expect(copy.MailError).not.toBe(MailError);
  expect(new copy.MailError("refused", "no")).toBeInstanceOf(MailError);
  expect(new Error("no")).not.toBeInstanceOf(MailError);
});

describe("without a mail server", () => {
  it("each mail becomes one file that only its owner may read", async () => {
    const mailer = await openMailer({ mailFrom, dataDir });
    await mailer.send(mail);
    await mailer.send({ to: "b@example.com", subject: "Second", text: "Plain." });
    const names = (await readdir(join(dataDir, "mail"))).sort();
    expect(names).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{8}\.eml$/), expect.any(String)]);
    for (const name of names) expect((await stat(join(dataDir, "mail", name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "mail"))).mode & 0o777).toBe(0o700);
    const raw = await readFile(join(dataDir, "mail", names[0] ?? ""), "latin1");
    expect(raw).toContain("Auto-Submitted: auto-generated\r\n");
  });

  it("one that is sent again after a crash is one file, by its id; answers go where it says", async () => {
    const mailer = await openMailer({ mailFrom, dataDir });
    const id = "0198c7d2-2b44-7cc0-9d5b-1f0e3a5b6c7d";
    await mailer.send({ ...mail, id, replyTo: "pat@example.org" });
    await mailer.send({ ...mail, id, replyTo: "pat@example.org" });
    const [name = "", ...more] = await readdir(join(dataDir, "mail"));
    expect(more).toEqual([]);
    expect(await PostalMime.parse(await readFile(join(dataDir, "mail", name)))).toMatchObject({
      messageId: `<${id}@handbill.example>`,
      replyTo: [{ address: "pat@example.org" }],
    });
  });

  it("a mailbox reads them, each once, by address", async () => {
    const mailer = await openMailer({ mailFrom, dataDir });
    const mailbox = openMailbox(dataDir);
    const waiting = mailbox.next(mail.to);
    await mailer.send({ to: "b@example.com", subject: "Other", text: "." });
    await mailer.send(mail);
    expect(await waiting).toEqual({
      to: mail.to,
      from: "no-reply@handbill.example",
      subject: mail.subject,
      text: mail.text,
      html: expect.stringContaining(`<a href="${link.replaceAll("&", "&amp;")}">`),
      links: [link],
    });
    const again = mailbox.next(mail.to);
    await mailer.send({ ...mail, subject: "Again", html: undefined });
    expect(await again).toMatchObject({ subject: "Again", html: undefined });
    expect(await mailbox.all()).toHaveLength(3);
  });

  it("an address can't bring others along, nor a subject other headers", async () => {
    const mailer = await openMailer({ mailFrom, dataDir });
    await mailer.send({
      to: "a@example.com, b@example.com\r\nBcc: c@example.com",
      subject: "x\r\nBcc: d@example.com",
      text: ".",
    });
    const [name = ""] = await readdir(join(dataDir, "mail"));
    const parsed = await PostalMime.parse(await readFile(join(dataDir, "mail", name)));
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.to).toHaveLength(1);
  });
});

describe("with a mail server", () => {
  let server: SMTPServer | undefined;
  let received: { to: string[]; content: Buffer }[];

  beforeEach(() => {
    received = [];
  });
  afterEach(() => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve())));

  async function listening(options: SMTPServerOptions): Promise<string> {
    const started = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      authOptional: true,
      // Connections are kept for the next mail.
      closeTimeout: 100,
      onData(stream, session, done) {
        buffer(stream).then((content) => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), content });
          done();
        }, done);
      },
      ...options,
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    const address = started.server.address();
    return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  it("hands the mail over, signed in", async () => {
    const host = await listening({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        done(username === "me" && password === "s3cret/" ? null : new Error("no"), { user: username });
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://me:s3cret%2F@${host}`, mailFrom, dataDir });
    await mailer.send({ ...mail, to: "fan@example.com" });
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(["fan@example.com"]);
    const parsed = await PostalMime.parse(received[0]?.content ?? "");
    expect(parsed).toMatchObject({
      subject: mail.subject,
      text: `${mail.text}\n`,
      from: { name: "Handbill" },
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("names the sender, the reply address, and how to unsubscribe", async () => {
    const host = await listening({});
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    const unsubscribeUrl = "https://handbill.example/unsubscribe?key=1";
    const fromName = 'Luna, "the" <b>\r\nBcc: x';
    await mailer.send({ ...mail, to: "fan@example.com", fromName, unsubscribeUrl });
    const parsed = await PostalMime.parse(received[0]?.content ?? "");
    expect(received[0]?.to).toEqual(["fan@example.com"]);
    expect(parsed.from?.address).toBe("no-reply@handbill.example");
    expect(parsed.from?.name).toContain("Luna");
    const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      "list-unsubscribe": `<${unsubscribeUrl}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(headers).not.toHaveProperty("bcc");
  });

  it("stands under the site's own name, unless an artist's stands there", async () => {
    const host = await listening({});
    const siteName = async () => "Nightboard.fm";
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir, siteName });
    await mailer.send({ ...mail, to: "fan@example.com" });
    await mailer.send({ ...mail, to: "fan@example.com", fromName: "Luna" });
    await mailer.send({ ...mail, to: "fan@example.com", fromName: "https://evil.example" });
    const senders = await Promise.all(received.map(({ content }) => PostalMime.parse(content)));
    expect(senders.map(({ from }) => from)).toMatchObject([
      { name: "Nightboard.fm", address: "no-reply@handbill.example" },
      { name: "Luna", address: "no-reply@handbill.example" },
      { name: "Nightboard.fm", address: "no-reply@handbill.example" },
    ]);
  });

  it("shows no sender and no subject that carries an address, a line break or a turn of its letters", async () => {
    const host = await listening({});
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    const to = "fan@example.com";
    const fromName = "Account locked: https://evil.example";
    await mailer.send({ ...mail, to, fromName, subject: "Unpaid\r\n \u202Etpecer" });
    expect(await PostalMime.parse(received[0]?.content ?? "")).toMatchObject({
      from: { name: "Handbill", address: "no-reply@handbill.example" },
      subject: "Unpaid tpecer",
    });
  });

  it.each([
    [550, "refused"],
    [450, "later"],
  ])("says of an answer of %d to an address that it is %s", async (responseCode, outcome) => {
    const host = await listening({
      onRcptTo(_address, _session, done) {
        done(Object.assign(new Error("No"), { responseCode }));
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    await expect(mailer.send({ ...mail, to: "fan@example.com" })).rejects.toMatchObject({ outcome });
  });

  it("says with which code an address was refused", async () => {
    const host = await listening({
      onRcptTo(_address, _session, done) {
        done(Object.assign(new Error("5.2.2 Mailbox full"), { responseCode: 552 }));
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    const refused = { outcome: "refused", status: "5.2.2" };
    await expect(mailer.send({ ...mail, to: "fan@example.com" })).rejects.toMatchObject(refused);
  });

  it("fails without naming the address or the text", async () => {
    const host = await listening({
      onRcptTo({ address }, _session, done) {
        done(new Error(`${address} is unknown here`));
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    const failure = await mailer.send({ ...mail, to: "fan@example.com" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).toMatchObject({ message: expect.stringMatching(/EENVELOPE 550/) });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain("fan@example.com");
    expect(failure).not.toHaveProperty("cause");
  });

  it("carries mails one after another over a connection, and looks for another when it was closed", async () => {
    const sessions = new Set<string>();
    let isClosing = false;
    const host = await listening({
      onMailFrom(_address, { id }, done) {
        sessions.add(id);
        done(isClosing ? Object.assign(new Error("Too many"), { responseCode: 421 }) : null);
        isClosing = false;
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    for (const to of ["a@example.com", "b@example.com", "c@example.com"]) await mailer.send({ ...mail, to });
    expect(sessions.size).toBe(1);
    isClosing = true;
    await mailer.send({ ...mail, to: "d@example.com" });
    expect(sessions.size).toBe(2);
    expect(received.map(({ to }) => to[0])).toEqual(
      ["a", "b", "c", "d"].map((name) => `${name}@example.com`),
    );
    mailer.close();
  });

  it("holds a mail's end back until it may go, and sends nothing when it may not", async () => {
    const host = await listening({});
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    const to = "fan@example.com";
    const large = "Dear all. ".repeat(30_000);
    await mailer.send({ ...mail, to, text: large }, async () => {
      // Whatever has come so far is no mail to the server.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(received).toEqual([]);
    });
    expect((await PostalMime.parse(received[0]?.content ?? "")).text).toBe(`${large}\n`);
    const refusal = new Error("Not any more");
    const refused = mailer.send({ ...mail, to }, () => Promise.reject(refusal));
    await expect(refused).rejects.toBe(refusal);
    await mailer.send({ ...mail, to, subject: "After" }, async () => {});
    expect(received).toHaveLength(2);
    mailer.close();
  });

  it.each([
    ["before a mail's end", "away"],
    ["after it", "unknown"],
  ])("says of a connection that is lost %s that the outcome is %s", async (moment, outcome) => {
    const cut = () => server?.connections.forEach(({ _socket: socket }) => void socket.destroy());
    const host = await listening({
      onRcptTo(_address, _session, done) {
        if (moment === "before a mail's end") cut();
        else done();
      },
      onData(stream) {
        stream.on("end", cut).resume();
      },
    });
    const mailer = await openMailer({ smtpUrl: `smtp://${host}`, mailFrom, dataDir });
    await expect(mailer.send({ ...mail, to: "fan@example.com" })).rejects.toMatchObject({ outcome });
    mailer.close();
  });

  it("fails when no server is there, and when none answers", async () => {
    const gone = await openMailer({ smtpUrl: "smtp://127.0.0.1:9", mailFrom, dataDir });
    await expect(gone.send(mail)).rejects.toMatchObject({
      outcome: "away",
      message: expect.stringContaining("ESOCKET"),
    });

    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const smtpUrl = `smtp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const sending = (await openMailer({ smtpUrl, mailFrom, dataDir })).send(mail);
      sending.catch(() => {});
      await once(silent, "connection");
      // The client learns of the connection's end a little later.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      vi.advanceTimersByTime(10_000);
      await expect(sending).rejects.toThrow("ETIMEDOUT");
    } finally {
      vi.useRealTimers();
      silent.close();
    }
  });
});
