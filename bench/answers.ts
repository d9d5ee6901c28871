import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { makeAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { password } from "../tests/harness/settings.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const rounds = 30;
/** Before anything is measured. */
const warmUp = 3;
/** The largest gap of medians that counts as none. */
const leastGap = 0.1;

/** The forms that must not tell who has an account. */
const forms: Record<string, (email: string) => { path: string; fields: Record<string, string> }> = {
  "wrong password": (email) => ({ path: "/signin", fields: { email, password: "not the one" } }),
  "sign-up": (email) => ({
    path: "/signup",
    fields: { email, password, confirmPassword: password, terms: "on" },
  }),
  "new password": (email) => ({ path: "/signin", fields: { intent: "reset", email } }),
  "sign-in link": (email) => ({ path: "/signin", fields: { intent: "mail-link", email } }),
};

const groups = ["known", "unknown", "unknown, others"] as const;
type Group = (typeof groups)[number];

const greeting = z.object({ port: z.number() });

/** How long the forms take for addresses that have an account and for two groups of such that have none, in turns. */
export async function measureAnswers(): Promise<object> {
  const mailServer = fork(new URL("./mail-server.ts", import.meta.url));
  try {
    const [message] = await once(mailServer, "message");
    const SMTP_URL = `smtp://127.0.0.1:${greeting.parse(message).port}`;
    await using handbill = await startHandbill({
      SMTP_URL,
      LOG_LEVEL: "warn",
      REGISTRATION: "open",
      // Each try comes from a network of its own, so that no limit is reached.
      TRUST_PROXY: "1",
    });
    const db = await openDatabaseOf(handbill);
    try {
      for (let number = -warmUp; number < rounds; number += 1) {
        await makeAccount(db, addressOf("known", number));
      }
    } finally {
      await db.close();
    }
    const results: Record<string, object> = {};
    for (const name of Object.keys(forms)) results[name] = await measureForm(handbill.origin, name);
    sayTable(Object.entries(results).map(([form, result]) => ({ form, ...result })));
    return { rounds, ...results };
  } finally {
    mailServer.kill();
  }
}

async function measureForm(origin: string, name: string): Promise<Record<string, number | string>> {
  const times: Record<Group, number[]> = { known: [], unknown: [], "unknown, others": [] };
  for (let number = -warmUp; number < rounds; number += 1) {
    // Whatever a try leaves to be done falls on each group as often.
    const turn = (number + warmUp) % groups.length;
    for (const group of [...groups.slice(turn), ...groups.slice(0, turn)]) {
      const ms = await timeOf(origin, name, addressOf(group, number));
      if (number >= 0) times[group].push(ms);
    }
  }
  const [known, unknown, others] = [
    median(times.known),
    median(times.unknown),
    median(times["unknown, others"]),
  ];
  const gap = Math.abs(known - unknown) / unknown;
  const noise = Math.abs(others - unknown) / unknown;
  if (gap > Math.max(leastGap, noise)) printLine(`${name}: the time tells who has an account.`);
  return {
    "known ms": round(known, 1),
    "unknown ms": round(unknown, 1),
    "others unknown ms": round(others, 1),
    "gap %": round(gap * 100, 1),
    "gap of unknown ones %": round(noise * 100, 1),
  };
}

let networks = 0;

async function timeOf(origin: string, name: string, email: string): Promise<number> {
  const { path, fields } = forms[name]?.(email) ?? { path: "/", fields: {} };
  networks += 1;
  const started = performance.now();
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "X-Forwarded-For": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` },
    body: new URLSearchParams(fields),
  });
  await answer.text();
  const ms = performance.now() - started;
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${name} answered ${answer.status}.`);
  return ms;
}

function addressOf(group: Group, number: number): string {
  return `${group.replaceAll(/[^a-z]+/g, "-")}-${number + warmUp}@example.org`;
}
