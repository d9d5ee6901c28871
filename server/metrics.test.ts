import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCircuit } from "./db/circuit.ts";
import { AppError } from "./errors.ts";
import { createMetrics } from "./metrics.ts";
import { watched } from "./watching.ts";

const root = join(import.meta.dirname, "..");
const fileOf = (path: string) => readFileSync(join(root, path), "utf8");

/** The metrics of a process whose database is away. */
function freshMetrics() {
  const away = () => Promise.reject(new Error("The database is away."));
  const metrics = createMetrics({
    db: {
      asSystem: () => ({ read: away, write: away, readOnce: away }),
      circuit: createCircuit(),
      connections: () => [{ role: "visitor", most: 3, busy: 2, idle: 1, waiting: 4 }],
    },
    dataDir: root,
    pages: { stats: () => ({ hits: 7, misses: 2, stored: 1, stale: 0, entries: 3, bytes: 4096 }) },
    publicFiles: { stale: () => 0 },
  });
  onTestFinished(() => metrics.close());
  return metrics;
}

const namesIn = (text: string) => new Set(text.match(/\b(handbill|http|nodejs|process)_[a-z0-9_]+/g) ?? []);
const typesIn = (metrics: string) =>
  new Map([...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]));

/** The names under which a metric's samples can be asked for. */
function sampleNames(types: Map<string, string>): Set<string> {
  return new Set(
    [...types].flatMap(([name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

const isThere = (tool: string) => spawnSync(tool, ["--version"]).status === 0;

test.each(["monitoring/alerts.yml", "monitoring/grafana-dashboard.json"])(
  "%s asks for metrics that there are",
  async (file) => {
    const known = sampleNames(typesIn(await freshMetrics().text()));
    const asked = [...namesIn(fileOf(file))];
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

test("the manual's table names each of Handbill's own metrics, and no other", async () => {
  const table = fileOf("docs/operating.md")
    .split("\n")
    .filter((line) => /^\| `(handbill|http)_[a-z_]+` /.test(line))
    .map((line) => line.split("`")[1]);
  const own = [...typesIn(await freshMetrics().text()).keys()].filter((name) =>
    /^(handbill|http)_/.test(name),
  );
  expect(table.toSorted()).toEqual(own.toSorted());
});

test.skipIf(!isThere("promtool"))("promtool finds nothing wrong with the metrics and the rules", async () => {
  const run = (args: string[], input?: string) => {
    const options = { input, encoding: "utf8", cwd: join(root, "monitoring") } as const;
    const { status, stdout, stderr } = spawnSync("promtool", args, options);
    return { status, output: `${stdout}${stderr}` };
  };
  const passed = { status: 0 };
  expect(run(["check", "metrics"], await freshMetrics().text())).toEqual({ ...passed, output: "" });
  expect(run(["check", "rules", "--lint-fatal", "alerts.yml"])).toMatchObject(passed);
  expect(run(["test", "rules", "alerts.test.yml", "alerts-of-days.test.yml"])).toMatchObject(passed);
});

test("what a process does is counted by what comes of it", async () => {
  const metrics = freshMetrics();
  await watched({ kind: "transaction", name: "visitor" }, async () => {});
  await watched({ kind: "replica read", name: "visitor", outcome: "behind" }, async () => {});
  await watched({ kind: "storage", name: "head" }, () =>
    Promise.reject(new AppError("not-found", "This file does not exist.")),
  ).catch(() => {});
  await watched({ kind: "storage", name: "put" }, () => Promise.reject(new Error("EIO"))).catch(() => {});
  await watched({ kind: "arrived upload", name: "photo" }, async () => {});
  await watched({ kind: "job", name: "track.copy", outcome: "given_up" }, async () => {});
  await watched({ kind: "mail", name: "smtp", outcome: "refused" }, async () => {});
  metrics.observeRequest({ handler: "page", method: "GET", status: 200 }, 0.0004);
  const lines = (await metrics.text()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'handbill_database_transaction_duration_seconds_count{role="visitor",outcome="ok"} 1',
      'handbill_replica_reads_total{outcome="behind"} 1',
      'handbill_replica_reads_total{outcome="ok"} 0',
      'handbill_storage_operation_duration_seconds_count{operation="head",outcome="not-found"} 1',
      'handbill_storage_operation_duration_seconds_count{operation="put",outcome="failed"} 1',
      'handbill_uploads_total{step="arrived",kind="photo",outcome="ok"} 1',
      'handbill_jobs_finished_total{queue="track.copy",outcome="given_up"} 1',
      'handbill_jobs_finished_total{queue="track.copy",outcome="completed"} 0',
      'handbill_mails_total{outcome="refused"} 1',
      'handbill_mails_total{outcome="sent"} 0',
      'http_request_duration_seconds_bucket{le="0.001",handler="page",method="GET",status="200"} 1',
      'handbill_database_connections{role="visitor",state="busy"} 2',
      'handbill_database_connections_awaited{role="visitor"} 4',
      'handbill_page_cache_requests_total{result="hit"} 7',
    ]),
  );
});
