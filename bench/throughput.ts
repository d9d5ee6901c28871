import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { artist } from "../demo/artist.ts";
import { freePort, startHandbill } from "../tests/harness/handbill.ts";
import { childrenOf, coreSeconds, has, moveToCore, onCore } from "./machine.ts";
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
 * The demo artist's page from memory against nginx with the very same compressed bytes in a file, and both answering
 * that nothing has changed; in turns, each server on a core of its own and the generator on another.
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
  const page = await get(url, brotli);
  await using nginx = has("nginx") ? await startNginx(page) : undefined;
  if (!nginx) printLine("Without nginx to compare with (on Debian: apt install nginx-light).");

  const unchanged = (tag: string | undefined) => ({ ...brotli, "If-None-Match": tag ?? "" });
  const subjects: Subject[] = [
    { name: "Handbill", url, pid, headers: brotli },
    { name: "Handbill, 304", url, pid, headers: unchanged(page.headers.etag) },
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
      "of nginx": nginx
        ? round(median(rates.map((rate, index) => rate / (peers[index]?.requestsPerSecond ?? 1))), 2)
        : "",
    };
  });
  sayTable(rows);
  printLine(
    `${page.body.length} bytes of brotli, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
  );
  return { bytes: page.body.length, connections, rounds, seconds, rows };
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

/** nginx with one worker that serves the page's bytes from a file, with headers of the same size. */
async function startNginx({ headers, body }: Answer) {
  const folder = await mkdtemp(join(tmpdir(), "handbill-nginx-"));
  const port = await freePort();
  await chmod(folder, 0o755);
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "page"), body);
  const its = ["content-type", "content-length", "date", "connection", "keep-alive", "etag", "server"];
  const added = Object.entries(headers)
    .filter(([name]) => !its.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
  const configuration = join(folder, "nginx.conf");
  await writeFile(
    configuration,
    `
    worker_processes 1;
    daemon off;
    pid ${folder}/pid;
    error_log ${folder}/errors;
    events { worker_connections 1024; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_timeout 65;
      keepalive_requests 1000000000;
      default_type "${headers["content-type"]}";
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")}
      server {
        listen 127.0.0.1:${port};
        root ${folder}/files;
        ${added.join("\n")}
      }
    }`,
  );
  const [program = "", ...rest] = onCore(serverCore, [
    "nginx",
    "-c",
    configuration,
    "-e",
    `${folder}/errors`,
  ]);
  const nginx = spawn(program, rest, { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/page`;
  for (let tries = 0; ; tries++) {
    if (
      await get(url, {}).then(
        () => true,
        () => false,
      )
    )
      break;
    if (tries === 50 || nginx.exitCode !== null)
      throw new Error(`nginx doesn't answer; see ${folder}/errors.`);
    await pause(100);
  }
  const [worker = 0] = childrenOf(nginx.pid ?? 0);
  return {
    url,
    pid: worker,
    async [Symbol.asyncDispose]() {
      nginx.kill("SIGTERM");
      await once(nginx, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
