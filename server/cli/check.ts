import { statfs } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { rightsProblems } from "../db/rights.ts";
import { AppError } from "../errors.ts";
import { collectOrphans } from "../files/orphans.ts";
import { checkMailServer, MailError } from "../mail/mail.ts";
import { type Command, megabytes, type Parts, printLine } from "./command.ts";

interface Finding {
  ok: boolean;
  text: string;
  /** A line each. */
  details?: string[];
}

/** Less free space than this may not suffice for a day. */
const leastRoomBytes = 1024 ** 3;
const shownMissing = 20;

const checks: ((parts: Parts) => Promise<Finding> | Finding)[] = [
  function settings({ config }) {
    const isPublic = !/^https?:\/\/(localhost|127\.)/.test(config.origin);
    const missing = [
      ...(isPublic && config.origin.startsWith("http:") ? ["ORIGIN isn't https"] : []),
      ...(isPublic && !config.ownerEmail
        ? ["OWNER_EMAIL is not set: the one who gives the set-up code becomes the admin"]
        : []),
      ...(isPublic && config.trustProxy === 0
        ? ["TRUST_PROXY is 0: behind a proxy all visitors count as one"]
        : []),
    ];
    return { ok: missing.length === 0, text: `Settings: ${config.origin}`, details: missing };
  },

  async function database({ db }) {
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ version: string; encoding: string }>`
        select current_setting('server_version') as version, current_setting('server_encoding') as encoding`.execute(
        tx,
      ),
    );
    // It could not have been opened otherwise.
    return { ok: true, text: `Database: PostgreSQL ${rows[0]?.version}, all migrations applied` };
  },

  async function policies({ db }) {
    const problems = await db.asSystem().read(rightsProblems);
    const details = problems.map(({ table, text }) => `${table}: ${text}`);
    if (details.length === 0) return { ok: true, text: "Policies and grants: as Handbill made them" };
    details.push("The next start puts them back, or an admin at /database-refresh.");
    return { ok: false, text: "Policies and grants: changed", details };
  },

  async function store({ storage, config }) {
    const where = config.s3 ? "S3" : "files in DATA_DIR";
    const path = `test/00000000-0000-0000-0000-000000000000/check-${Date.now()}.txt`;
    const bytes = Buffer.from("A check of Handbill's storage\n");
    try {
      await storage.put(path, bytes, { contentType: "text/plain" });
      const same = (await buffer(await storage.read(path))).equals(bytes);
      await storage.remove(path);
      return {
        ok: same,
        text: `Storage: ${where}, ${same ? "readable and writable" : "what comes back differs"}`,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : "it doesn't answer";
      return { ok: false, text: `Storage: ${where}, can't be used`, details: [cause] };
    }
  },

  async function mail({ config }) {
    if (!config.smtpUrl)
      return { ok: true, text: "Mail: not set up; each mail becomes a file in DATA_DIR/mail" };
    try {
      await checkMailServer(config.smtpUrl);
      return { ok: true, text: "Mail: the server takes our name and password" };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return { ok: false, text: "Mail: can't be sent", details: [error.message] };
    }
  },

  async function room({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = bavail * bsize;
    return { ok: free >= leastRoomBytes, text: `Disk: ${megabytes(free)} MB free in DATA_DIR` };
  },

  async function files(parts) {
    const { missing, files, bytes } = await collectOrphans(parts, { dryRun: true }).catch(
      (error: unknown) => {
        if (error instanceof AppError) return { missing: [], files: null, bytes: 0 };
        throw error;
      },
    );
    if (files === null) return { ok: false, text: "Files: can't be looked at" };
    return {
      ok: missing.length === 0,
      text: `Files: ${files} with ${megabytes(bytes)} MB, ${missing.length} missing`,
      details: missing
        .slice(0, shownMissing)
        .map(({ path, table, id }) => `${path}, named by ${table} ${id}`),
    };
  },
];

export const check: Command = {
  usage: "check",
  summary: "Looks whether settings, database, policies, storage, mail, disk and files are in order.",
  more: "It changes nothing, and ends with 3 when something needs a person.",
  options: {},
  async run(parts) {
    let findings = 0;
    for (const look of checks) {
      const { ok, text, details = [] } = await look(parts);
      if (!ok) findings += 1;
      printLine(`${ok ? "ok" : "!!"}  ${text}`);
      for (const line of details) printLine(`      ${line}`);
    }
    printLine(findings === 0 ? "Everything is in order." : `${findings} of ${checks.length} need a person.`);
    return findings === 0 ? 0 : 3;
  },
};
