import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readReturnedMail } from "./failure-report.ts";

/** A report as mail servers make it; what stands in the lines of its second part differs. */
function reportOf(
  fields: string[],
  type = 'multipart/report; report-type=delivery-status; boundary="b"',
): Buffer {
  const text = `From: MAILER-DAEMON@mx.example
To: bounces+key@music.example
Delivered-To: reports@music.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: ${type}

--b
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
Action: delivered

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; fan@fans.example
${fields.join("\n")}

--b
Content-Type: message/rfc822

From: news@music.example
To: fan@fans.example
Subject: News

Action: failed
Status: 5.1.1
--b--
`;
  return Buffer.from(text.replaceAll("\n", "\r\n"));
}

test.each([
  [
    "Postfix",
    ["Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 <fan@fans.example>: unknown"],
    "5.1.1",
  ],
  [
    "Exim",
    [
      "Action: failed",
      "Remote-MTA: dns; mx.example",
      "Diagnostic-Code: smtp; 550-5.7.26 not",
      " accepted",
      "Status: 5.0.0",
    ],
    "5.7.26",
  ],
  [
    "a server that names an IP address instead of a code",
    ["Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.1.77.12 is on a list, see 2.1.2.3"],
    "5.0.0",
  ],
  ["Exchange", ["Action: failed", "Status: 5.2.2", "X-Display-Name: Fan"], "5.2.2"],
  [
    "a server that names a class alone",
    ["Action: FAILED", "Status: 5.0.0", "Diagnostic-Code: smtp; 550 no such user"],
    "5.0.0",
  ],
  [
    "a server that folds lines",
    ["Action:", " failed", "Status:", "\t4.4.7 (delivery time expired)"],
    "4.4.7",
  ],
])("a report of %s is understood", async (_server, fields, status) => {
  const { recipients, report } = await readReturnedMail(reportOf(fields));
  expect(report).toEqual({ action: "failed", status });
  expect(recipients).toContain("bounces+key@music.example");
  expect(recipients).toContain("reports@music.example");
});

test.each([
  ["exim-failed", { action: "failed", status: "5.2.2" }],
  ["postfix-failed", { action: "failed", status: "5.1.1" }],
  ["postfix-delayed", { action: "delayed", status: "4.4.1" }],
  ["postfix-other-scripts", { action: "failed", status: "5.1.1" }],
])("a report that a mail server has made is understood: %s", async (name, report) => {
  const file = new URL(`../../tests/fixtures/reports/${name}.eml`, import.meta.url);
  const mail = (await readFile(file, "utf8")).replaceAll("\n", "\r\n");
  const read = await readReturnedMail(Buffer.from(mail));
  expect(read.report).toEqual(report);
  expect(read.recipients).toMatch(/bounces\+[a-z2-7]{42}@music\.example/);
});

test("a report that arrives without its end is understood, too", async () => {
  const whole = reportOf(["Action: failed", "Status: 5.1.1"]);
  const { report } = await readReturnedMail(whole.subarray(0, whole.indexOf("Subject: News")));
  expect(report).toEqual({ action: "failed", status: "5.1.1" });
});

test("a mail that is still being tried is delayed, and one that arrived is no failure", async () => {
  const delayed = await readReturnedMail(reportOf(["Action: delayed", "Status: 4.4.1"]));
  expect(delayed.report).toEqual({ action: "delayed", status: "4.4.1" });
  expect((await readReturnedMail(reportOf(["Action: relayed", "Status: 2.0.0"]))).report).toBeUndefined();
});

test("no other mail is a report, whatever it says", async () => {
  const fields = ["Action: failed", "Status: 5.1.1"];
  const mixed = reportOf(fields, 'multipart/mixed; boundary="b"');
  expect((await readReturnedMail(mixed)).report).toBeUndefined();
  const answer = Buffer.from(
    "To: bounces+key@music.example\r\nSubject: I am away\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n",
  );
  expect((await readReturnedMail(answer)).report).toBeUndefined();
  expect((await readReturnedMail(Buffer.alloc(0))).report).toBeUndefined();
});

test("a mail that can't be parsed is no report", async () => {
  const levels = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  const nested = Buffer.from(`To: bounces+key@music.example\r\n${levels.join("")}`);
  expect((await readReturnedMail(nested)).report).toBeUndefined();
});
