import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artist } from "../demo/artist.ts";
import { startHandbill } from "../tests/harness/handbill.ts";
import { startBareServer } from "./bare.ts";
import { coreSeconds, has, moveToCore, onCore } from "./machine.ts";
import { startNginx } from "./nginx.ts";
import { median, printLine, round, sayTable } from "./report.ts";

export const serverCore = 0;
export const generatorCore = 1;
const connections = 48;
const seconds = 5;

export interface Subject {
  name: string;
  url: string;
  /** The process whose time is measured. */
  pid: number;
  headers: Record<string, string>;
  /** The requests, where they are more than the address: wrk's script and its arguments. */
  script?: [file: string, ...words: string[]];
}

export interface Figures {
  requestsPerSecond: number;
  /** How much of its core the server was busy; below 1, the generator was the slower one. */
  busy: number;
  /** All of wrk's output. */
  output: string;
}

/**
 * The demo artist's page from memory against a bare server that sends the same bytes and headers, and nginx with the
 * very same compressed bytes in a file; and both answering that nothing has changed. In turns, each server alone on its
 * core and the generator on another.
 */
export async function measureThroughput(rounds: number): Promise<object> {
  if (!has("wrk")) {
    printLine("Skipped: it needs the load generator wrk (on Debian: apt install wrk).");
    return { skipped: "wrk is missing" };
  }
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn" });
  const pid = handbill.process.pid ?? 0;
  moveToCore(serverCore, pid);
  const url = `${handbill.origin.replace("localhost", "127.0.0.1")}/artist/${artist.customUrl}`;
  const brotli = { "Accept-Encoding": "br" };
  await using bare = await startBareServer(new URL(url).origin, serverCore);
  const page = await settledPage(url, brotli);
  // The copy that the bare server keeps from now on.
  const copy = await get(bare.origin + new URL(url).pathname, brotli);
  if (!copy.body.equals(page.body)) throw new Error("The bare server sends other bytes than Handbill.");
  await using nginx = has("nginx") ? await serveCopy(page) : undefined;
  if (!nginx) printLine("Without nginx to compare with (on Debian: apt install nginx-light).");

  const unchanged = (tag: string | undefined) => ({ ...brotli, "If-None-Match": tag ?? "" });
  const subjects: Subject[] = [
    { name: "Handbill", url, pid, headers: brotli },
    { name: "Handbill, 304", url, pid, headers: unchanged(page.headers.etag) },
    { name: "bare server", url: bare.origin + new URL(url).pathname, pid: bare.pid, headers: brotli },
  ];
  if (nginx) {
    const file = await get(nginx.url, brotli);
    if (!file.body.equals(page.body)) throw new Error("nginx serves other bytes than Handbill.");
    subjects.push(
      { name: "nginx", url: nginx.url, pid: nginx.pid, headers: brotli },
      { name: "nginx, 304", url: nginx.url, pid: nginx.pid, headers: unchanged(file.headers.etag) },
    );
  }

  const measured = new Map(subjects.map(({ name }) => [name, [] as Figures[]]));
  for (const subject of subjects) await load(subject, 2);
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) measured.get(subject.name)?.push(await load(subject, seconds));
  }

  const figuresOf = (name: string) => measured.get(name) ?? [];
  const rows = subjects.map(({ name }) => {
    const rates = figuresOf(name).map(({ requestsPerSecond }) => requestsPerSecond);
    const busy = figuresOf(name).map((figures) => figures.busy);
    const peers = figuresOf(name.replace("Handbill", "nginx"));
    return {
      server: name,
      "requests/s": Math.round(median(rates)),
      lowest: Math.round(Math.min(...rates)),
      highest: Math.round(Math.max(...rates)),
      "core busy": round(median(busy), 2),
      "requests per core second": Math.round(median(rates.map((rate, index) => rate / (busy[index] ?? 1)))),
      "of nginx": nginx ? ofPeers(rates, peers) : "",
      "of bare": ofPeers(rates, figuresOf("bare server")),
    };
  });
  sayTable(rows);
  printLine(
    `${page.body.length} bytes of brotli, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  );
  return { bytes: page.body.length, connections, rounds, seconds, rows };
}

/** The median of what a subject's rates are of another's in the same rounds. */
function ofPeers(rates: number[], peers: Figures[]): number {
  return round(median(rates.map((rate, index) => rate / (peers[index]?.requestsPerSecond ?? 1))), 2);
}

/** One run of the generator against one subject. @param duration in seconds */
export async function load(
  { url, pid, headers, script: [file, ...words] = [""] }: Subject,
  duration: number,
): Promise<Figures> {
  const command = ["wrk", "-t1", `-c${connections}`, `-d${duration}s`];
  for (const [name, value] of Object.entries(headers)) command.push("-H", `${name}: ${value}`);
  if (file) command.push("-s", file);
  const [program = "", ...rest] = onCore(generatorCore, [...command, url, "--", ...words]);
  const [before, started] = [coreSeconds(pid) ?? 0, performance.now()];
  const output = execFileSync(program, rest, { encoding: "utf8" });
  const busy = ((coreSeconds(pid) ?? 0) - before) / ((performance.now() - started) / 1000);
  if (/Socket errors: (?!connect 0, read 0, write 0, timeout 0)/.test(output)) throw new Error(output);
  if (/Non-2xx or 3xx responses/.test(output)) throw new Error(output);
  const requestsPerSecond = Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1]);
  return { requestsPerSecond, busy, output };
}

interface Answer {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const [response] = await once(request(url, { headers }).end(), "response");
  const body = Buffer.concat(await response.toArray());
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
  return { headers: response.headers, body };
}

/** The page once it is compressed as well as a page that many ask for. */
async function settledPage(url: string, headers: Record<string, string>): Promise<Answer> {
  const first = await get(url, headers);
  for (let visit = 0; visit < 500; visit++) {
    const page = await get(url, headers);
    if (page.headers.etag !== first.headers.etag) return page;
  }
  throw new Error(`${url} was not compressed anew.`);
}

/** nginx with the page's bytes in a file and headers of the same size. */
async function serveCopy({ headers, body }: Answer) {
  const root = await mkdtemp(join(tmpdir(), "handbill-page-"));
  await chmod(root, 0o755);
  await writeFile(join(root, "page"), body);
  const its = ["content-type", "content-length", "date", "connection", "keep-alive", "etag", "server"];
  const added = Object.entries(headers)
    .filter(([name]) => !its.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
  const http = [`default_type "${headers["content-type"]}";`];
  const nginx = await startNginx({ root, probe: "page", http, server: added, core: serverCore });
  return {
    url: `${nginx.origin}/page`,
    pid: nginx.pid,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await rm(root, { recursive: true });
    },
  };
}
