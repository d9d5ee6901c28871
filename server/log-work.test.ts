import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { logWork } from "./log-work.ts";
import { watched } from "./watching.ts";

test("a job that is done and a mail that was handed over have a line each, others none", async () => {
  const lines: Record<string, unknown>[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  onTestFinished(logWork(pino({ base: undefined, timestamp: false }, output)));
  await watched({ kind: "job", name: "mail.send", id: "1" }, async () =>
    watched({ kind: "mail", name: "single", id: "2" }, async () => {}),
  );
  await watched({ kind: "job", name: "mail.send", id: "3", outcome: "completed" }, async () => {});
  await watched({ kind: "job", name: "mail.send", id: "4", outcome: "retried" }, async () => {});
  await watched({ kind: "mail", name: "of many", id: "5" }, async () => {});
  await watched({ kind: "mail", name: "single", id: "6" }, () => Promise.reject(new Error("no"))).catch(
    () => {},
  );
  expect(lines.map(({ ms, ...line }) => line)).toEqual([
    { level: 30, mailId: "2", msg: "A mail was handed over" },
    { level: 30, job: "mail.send", id: "3", msg: "A job is done" },
  ]);
});
