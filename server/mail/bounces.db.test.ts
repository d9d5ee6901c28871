import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { freshServices } from "../../tests/harness/services.ts";
import { testSecret } from "../../tests/harness/settings.ts";
import { createLogger } from "../log.ts";
import { watchWith } from "../watching.ts";
import { readBounces, startBounceReader } from "./bounces.ts";
import { returnAddresses } from "./return-address.ts";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());

const addresses = returnAddresses("bounces@music.example", testSecret);

interface Stored {
  uid: number;
  text: string;
  /** The time of the day. */
  arrived: string;
  isSeen: boolean;
}

/**
 * As much of an IMAP server as one reader needs, with one mailbox. Between folders it puts a dot, as Dovecot does.
 * @param breaksAt the first such command breaks the connection
 */
async function startMailbox(mails: (string | { text: string; arrived: string })[], breaksAt?: RegExp) {
  let isWhole = !breaksAt;
  let stored: Stored[] = mails.map((mail, at) => {
    const { text, arrived } = typeof mail === "string" ? { text: mail, arrived: "10:00:00" } : mail;
    return { uid: 10 + at, text: text.replaceAll("\n", "\r\n"), arrived, isSeen: false };
  });
  const opened: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready\r\n");
    const say = (line: string) => socket.write(`${line}\r\n`);
    const dateOf = (mail?: Stored) => `"23-Nov-2026 ${mail?.arrived} +0000"`;
    const at = (uid: string) => stored.findIndex((mail) => mail.uid === Number(uid));
    function answer(tag: string, command: string): void {
      if (!isWhole && breaksAt?.test(command)) {
        isWhole = true;
        socket.destroy();
        return;
      }
      const [, name = "", rest = ""] = /^((?:UID )?\S+) ?(.*)$/i.exec(command) ?? [];
      const [uid = ""] = rest.split(" ");
      const mail = stored[at(uid)];
      if (/^CAPABILITY/i.test(name)) say("* CAPABILITY IMAP4rev1 UIDPLUS NAMESPACE");
      else if (/^LOGIN/i.test(name)) opened.push(rest);
      else if (/^NAMESPACE/i.test(name)) say('* NAMESPACE (("" ".")) NIL NIL');
      else if (/^(SELECT|EXAMINE)/i.test(name)) {
        opened.push(rest);
        say(`* ${stored.length} EXISTS`);
        say("* FLAGS (\\Seen \\Deleted)");
        say("* OK [UIDVALIDITY 1] ok");
      } else if (/^UID SEARCH/i.test(name)) {
        say(
          `* SEARCH ${stored
            .filter(({ isSeen }) => !isSeen)
            .map(({ uid }) => uid)
            .join(" ")}`,
        );
      } else if (/^UID FETCH/i.test(name) && !rest.includes("BODY")) {
        for (const one of uid.split(",").filter((one) => at(one) >= 0))
          say(`* ${at(one) + 1} FETCH (UID ${one} INTERNALDATE ${dateOf(stored[at(one)])})`);
      } else if (/^UID FETCH/i.test(name) && mail) {
        const bytes = Buffer.from(mail.text);
        say(`* ${at(uid) + 1} FETCH (UID ${uid} INTERNALDATE ${dateOf(mail)} BODY[]<0> {${bytes.length}}`);
        socket.write(bytes);
        say(")");
      } else if (/^UID STORE/i.test(name) && mail) {
        if (/\\Seen/i.test(rest)) mail.isSeen = true;
      } else if (/^UID EXPUNGE/i.test(name)) {
        stored = stored.filter((other) => other.uid !== Number(uid));
      } else if (/^LOGOUT/i.test(name)) say("* BYE");
      if (/wrong/.test(rest)) {
        say(`${tag} NO [AUTHENTICATIONFAILED] reports@music.example can't sign in`);
        return;
      }
      if (/^SELECT.*Nowhere/i.test(command)) {
        say(`${tag} NO There is no mailbox Nowhere of reports@music.example`);
        return;
      }
      const code = /^SELECT/i.test(name) ? "[READ-WRITE] " : "";
      say(`${tag} OK ${code}done`);
      if (/^LOGOUT/i.test(name)) socket.end();
    }
    let unread = "";
    socket.setEncoding("latin1").on("data", (data: string) => {
      const lines = (unread + data).split("\r\n");
      unread = lines.pop() ?? "";
      for (const line of lines) {
        const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
        answer(tag, command);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    settings: {
      imapUrl: `imap://reports:p%40ss@127.0.0.1:${port}/INBOX/Reports`,
      address: "bounces@music.example",
    },
    opened,
    left: () => stored.map(({ uid, isSeen }) => ({ uid, isSeen })),
  };
}

const report = (to: string, status: string, action = "failed") => `To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; fan@fans.example
Action: ${action}
Status: ${status}

--b--
`;

const jobs = async () =>
  (
    await services.db.asSystem().read((tx) =>
      sql<{
        data: unknown;
      }>`select data from pgboss.job where name = 'newsletter.bounced' order by data->>'status'`.execute(tx),
    )
  ).rows.map(({ data }) => data);

test("reports become jobs and go, what isn't understood or isn't signed stays for a person", async () => {
  const [gone, full, waiting] = [randomUUID(), randomUUID(), randomUUID()];
  const forged = addresses.of(randomUUID()).replace(/\+./, "+z");
  const mailbox = await startMailbox([
    report(addresses.of(gone), "5.1.1"),
    report(addresses.of(full), "4.2.2"),
    report(addresses.of(waiting), "4.4.1", "delayed"),
    report(forged, "5.1.1"),
    report("bounces@music.example", "5.1.1"),
    `To: ${addresses.of(gone)}\nSubject: I am away\n\nBack on Monday.\n`,
  ]);
  const read = () => readBounces(services, mailbox.settings, addresses, new AbortController().signal);
  await read();
  const at = "2026-11-23T10:00:00.000Z";
  const found = [
    { subscriberId: full, earlier: [], status: "4.2.2", isPermanent: false, at },
    { subscriberId: gone, earlier: [], status: "5.1.1", isPermanent: true, at },
  ];
  expect(await jobs()).toEqual(found);
  expect(mailbox.left()).toEqual([13, 14, 15].map((uid) => ({ uid, isSeen: true })));
  expect(mailbox.opened.join(" ")).toMatch(/reports.*p@ss.*INBOX\.Reports/);
  await read();
  expect(await jobs()).toEqual(found);
});

test("the reports about one subscriber are noted in the order of their times, whatever the mailbox's is", async () => {
  const [full, other] = [randomUUID(), randomUUID()];
  const mailbox = await startMailbox([
    { text: report(addresses.of(full), "5.2.2"), arrived: "12:00:00" },
    { text: report(addresses.of(other), "4.4.7"), arrived: "11:30:00" },
    { text: report(addresses.of(full), "4.4.7"), arrived: "11:00:00" },
  ]);
  await readBounces(services, mailbox.settings, addresses, new AbortController().signal);
  const found = (await jobs()).filter((job) => JSON.stringify(job).includes(full));
  expect(found).toEqual([
    {
      subscriberId: full,
      earlier: [{ status: "4.4.7", isPermanent: false, at: "2026-11-23T11:00:00.000Z" }],
      ...{ status: "5.2.2", isPermanent: false, at: "2026-11-23T12:00:00.000Z" },
    },
  ]);
  expect(mailbox.left()).toEqual([]);
});

describe("a connection that breaks", () => {
  const [full, other, gone] = [randomUUID(), randomUUID(), randomUUID()];
  const mails = [
    { text: report(addresses.of(full), "5.2.2"), arrived: "12:00:00" },
    { text: report(addresses.of(other), "4.4.7"), arrived: "11:30:00" },
    { text: report(addresses.of(full), "4.4.7"), arrived: "11:00:00" },
    { text: report(addresses.of(gone), "5.1.1"), arrived: "13:00:00" },
  ];
  const at = (time: string) => `2026-11-23T${time}.000Z`;
  const early = { status: "4.4.7", isPermanent: false, at: at("11:00:00") };
  const ofFull = {
    subscriberId: full,
    earlier: [early],
    ...{ status: "5.2.2", isPermanent: false, at: at("12:00:00") },
  };
  const ofOther = {
    subscriberId: other,
    earlier: [],
    ...{ status: "4.4.7", isPermanent: false, at: at("11:30:00") },
  };
  const ofGone = {
    subscriberId: gone,
    earlier: [],
    ...{ status: "5.1.1", isPermanent: true, at: at("13:00:00") },
  };

  test.each([
    // The oldest come first: a report counts for nothing once a later one is known.
    ["among the mails", /^UID FETCH 10 .*BODY/i, [{ subscriberId: full, earlier: [], ...early }, ofOther], 0],
    ["among the deletions", /^UID STORE 11 /i, [ofFull, ofOther, ofGone], 1],
  ])("%s leaves what was read noted, the rest to the next reading", async (_, breaksAt, noted, deleted) => {
    await services.db.asSystem().write((tx) => sql`delete from pgboss.job`.execute(tx));
    let counted = 0;
    onTestFinished(
      watchWith((operation, work) => {
        if (operation.kind === "bounce") counted += 1;
        return work();
      }),
    );
    const mailbox = await startMailbox(mails, breaksAt);
    const read = () => readBounces(services, mailbox.settings, addresses, new AbortController().signal);
    await expect(read()).rejects.toThrow();
    expect(await jobs()).toHaveLength(noted.length);
    expect(await jobs()).toEqual(expect.arrayContaining(noted));
    expect(mailbox.left()).toHaveLength(mails.length - deleted);
    expect(counted).toBe(deleted);
    await read();
    expect(await jobs()).toEqual(expect.arrayContaining([ofFull, ofOther, ofGone]));
    expect(mailbox.left()).toEqual([]);
    expect(counted).toBe(mails.length);
  });
});

test("a mailbox that can't be reached is an error without the password", async () => {
  const settings = { imapUrl: "imap://reports:s3cret@127.0.0.1:9/", address: "bounces@music.example" };
  const reading = readBounces(services, settings, addresses, new AbortController().signal);
  await expect(reading).rejects.toThrow(/^(?!.*s3cret)/);
});

test("a mail that can't be parsed stays for a person, and keeps none after it from being read", async () => {
  const levels = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  );
  const gone = randomUUID();
  const nested = `To: bounces@music.example\n${levels.join("")}`;
  const mailbox = await startMailbox([nested, report(addresses.of(gone), "5.1.1")]);
  await readBounces(services, mailbox.settings, addresses, new AbortController().signal);
  expect(await jobs()).toContainEqual(expect.objectContaining({ subscriberId: gone }));
  expect(mailbox.left()).toEqual([{ uid: 10, isSeen: true }]);
});

test.each([
  ["p%40ss", "wrong", "the name or the password is not accepted (AUTHENTICATIONFAILED)"],
  ["/INBOX/Reports", "/Nowhere", "there is no such mailbox"],
])("the log says why nothing was read, without names: %s is %s", async (right, wrong, reason) => {
  const { settings } = await startMailbox([]);
  const lines: unknown[] = [];
  const log = Object.assign(createLogger("silent"), { warn: (line: unknown) => lines.push(line) });
  const limits = { spend: async () => {}, reset: async () => {} };
  const imapUrl = settings.imapUrl.replace(right, wrong);
  const reader = startBounceReader({ ...services, limits, log }, { ...settings, imapUrl }, addresses);
  await expect.poll(() => lines, { timeout: 10_000 }).toEqual([{ reason }]);
  await reader.close();
});
