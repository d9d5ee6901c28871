import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../tests/harness/handbill.ts";
import { childrenOf, onCore } from "./machine.ts";

const kindsOfTemporaryFiles = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

interface NginxOptions {
  /** The folder whose files it serves; every account must be able to reach it. */
  root: string;
  /** A file in there that answers 200 when it is ready. */
  probe: string;
  /** Directives of its `http` and its `server` block. */
  http?: string[];
  server?: string[];
  /** The core that it runs on, any one if left out. */
  core?: number;
}

/** nginx with one worker on a free loopback port. Its `pid` is the worker's, whose time counts. */
export async function startNginx({ root, probe, http = [], server = [], core }: NginxOptions) {
  const folder = await mkdtemp(join(tmpdir(), "handbill-nginx-"));
  const port = await freePort();
  await chmod(folder, 0o755);
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
      ${kindsOfTemporaryFiles.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")}
      ${http.join("\n")}
      server {
        listen 127.0.0.1:${port};
        root ${root};
        ${server.join("\n")}
      }
    }`,
  );
  const command = ["nginx", "-c", configuration, "-e", `${folder}/errors`];
  const [program = "", ...rest] = core === undefined ? command : onCore(core, command);
  const nginx = spawn(program, rest, { stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/${probe}`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries === 50 || nginx.exitCode !== null)
      throw new Error(`nginx doesn't answer; see ${folder}/errors.`);
    await pause(100);
  }
  const [worker = 0] = childrenOf(nginx.pid ?? 0);
  return {
    origin,
    pid: worker,
    async [Symbol.asyncDispose]() {
      nginx.kill("SIGTERM");
      await once(nginx, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
