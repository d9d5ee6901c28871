// First: React chooses its build when it is loaded.
import "./mode.ts";

import { writeSync } from "node:fs";
import { access, constants, mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RestoreState } from "../app/shared/restore-state.ts";
import { fillDemo } from "../demo/fill.ts";
import { atRest, restoreWaiting, waitingRestore } from "./backup/browser-restore.ts";
import { makeBackup } from "./backup/make-backup.ts";
import { builtFrom, builtScreensModule, ensureBuilt } from "./build.ts";
import { type Config, loadConfig } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { createErrorCounts } from "./error-counts.ts";
import { AppError, StartError } from "./errors.ts";
import { fileTrouble } from "./files/file-trouble.ts";
import { startMaintenance } from "./files/maintenance.ts";
import { limitHalfOpen } from "./http/half-open.ts";
import { createHealth } from "./http/health.ts";
import { createLeaving, type Leaving } from "./http/leaving.ts";
import { createLimits } from "./http/limits.ts";
import { createPageCache } from "./http/page-cache.ts";
import { openPageStore } from "./http/page-store.ts";
import { createPublicFiles } from "./http/public-files.ts";
import {
  appFrom,
  commonHeaders,
  createRequestListener,
  type ListenerParts,
  leastRate,
  refuseTunnel,
  serverOptions,
} from "./http/request-listener.ts";
import { createRestoreRequests, createWaitingServer } from "./http/restore.ts";
import { createStatic } from "./http/static.ts";
import { createUploads } from "./http/uploads.ts";
import type { JobData } from "./jobs/jobs.ts";
import { startQueue } from "./jobs/queue.ts";
import { createLogger, type Logger } from "./log.ts";
import { openMailer } from "./mail/mail.ts";
import { sendQueued } from "./mail/send-queued.ts";
import { addSizes, catchUpSizes } from "./media/picture-sizes.ts";
import { development, startedByNpm } from "./mode.ts";
import { outOfReach } from "./reachable.ts";
import { startListener } from "./realtime/listener.ts";
import { createLive, type Live } from "./realtime/live.ts";
import { sessionSecret } from "./secret.ts";
import type { Services } from "./services.ts";
import { setupCode } from "./setup-code.ts";
import { createSite } from "./site-settings.ts";
import { openStorage } from "./storage/open-storage.ts";
import { isUninhabited } from "./uninhabited.ts";

const root = join(import.meta.dirname, "..");
const finishStartWithinMs = 10_000;
const folderAnswersWithinMs = 10_000;
const idleConnectionMs = 120_000;
const cleanUpUploadsEveryMs = 60 * 60 * 1000;

/**
 * Builds, starts and stops everything. Whatever is opened is closed in the opposite order.
 * @param restored how far the restore of a backup is; it outlives the start that it ends
 */
async function start(restored: RestoreState): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new StartError(
      `Node ${process.versions.node} is too old. Start with \`npm start\`, which brings its own.`,
    );
  }
  const config = loadConfig(process.env);
  const errorCounts = createErrorCounts();
  const log = createLogger(config.logLevel, errorCounts.count);
  const opened: { close(): Promise<unknown> }[] = [];
  const closeAll = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };

  const server = createServer(serverOptions);
  // A client that stops reading holds a file and a connection.
  server.setTimeout(idleConnectionMs);
  limitHalfOpen(server, config.trustProxy);
  server.on("connect", refuseTunnel);
  const leaving = createLeaving(server);
  const live = createLive();
  const begun = Promise.withResolvers<void>();
  const end = stopper({ leaving, live, begun: begun.promise, closeAll, log });
  let mustEnd = false;
  const stop = () => {
    mustEnd = true;
    end(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const startAnew = () =>
    end(() => {
      if (mustEnd) process.exit(0);
      process.off("SIGTERM", stop);
      process.off("SIGINT", stop);
      return startOrExit(restored);
    });
  if (startedByNpm) stopWithParent(stop);

  try {
    await refuseTakenPort(config);
    const secret = await endIfHanging(config.dataDir, async () => {
      await prepareFolder(config.dataDir);
      return sessionSecret(config.sessionSecret, config.dataDir);
    });
    if (!development) await ensureBuilt(printLine);
    const waiting = await waitingRestore(config);
    if (waiting) {
      const meanwhile = createWaitingServer(restored);
      await listen(meanwhile, config);
      await restoreWaiting({ config, secret, log }, restored, waiting).finally(
        () => new Promise((closed) => meanwhile.close(closed)),
      );
    }

    const db = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      sessionSecret: secret,
      log,
    });
    opened.push(db);
    opened.push(errorCounts.storeIn(db));
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    const reaching = outOfReach(config, storage);
    const screens = development ? await developmentScreens(server, config) : await builtScreens(config);
    const { exports } = await screens.loadApp();
    const { declarations } = exports;
    const site = createSite({ config, db, log });
    const services: Services = { config, db, storage, limits: createLimits(db), site, declarations, log };
    const store = development
      ? undefined
      : await openPageStore({ db, site, config, log, build: await builtFrom() });
    if (store) opened.push(store);
    const pages = createPageCache(commonHeaders(config), { isAway: db.circuit.isOpen, store });
    const publicFiles = createPublicFiles();
    const health = createHealth(services, pages, publicFiles, leaving);
    const counter = exports.startCounter(services);
    opened.push(counter);
    const mailer = await openMailer({
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      dataDir: config.dataDir,
      siteName: async () => (await site.shown()).name,
    });
    opened.push({ close: async () => mailer.close() });
    const stopping = new AbortController();
    const handlers = {
      ...exports.jobHandlers({ ...services, mailer, stopping: stopping.signal }),
      "backup.make": ({ backupId }: JobData<"backup.make">) =>
        makeBackup({ ...services, stopping: stopping.signal }, backupId),
      "mail.send": (mail: JobData<"mail.send">) => sendQueued({ ...services, mailer }, mail),
      "picture.sizes": ({ url }: { url: string }) => addSizes(services, url),
    };
    const queue = await startQueue({ database: db, handlers, log, onGivenUp: health.jobGivenUp });
    opened.push({
      close() {
        // First: what is left for later shall not be taken up here once more.
        const stopped = queue.stop();
        stopping.abort();
        return stopped;
      },
    });
    const catchUp = () =>
      Promise.all([exports.catchUp(services), catchUpSizes(services)]).catch((error: unknown) =>
        log.error({ err: error }, "looking for missed work failed"),
      );
    const uploads = await createUploads(services, exports.uploadKinds);
    await uploads.cleanUp();
    const cleaning = setInterval(() => {
      uploads.cleanUp().catch((error: unknown) => log.error({ err: error }, "cleaning up uploads failed"));
      catchUp();
    }, cleanUpUploadsEveryMs);
    opened.push({ close: async () => clearInterval(cleaning) });

    const credentials = config.demo
      ? await fillDemo({ db, storage, hashPassword: exports.hashPassword }).catch((error: unknown) => {
          log.warn({ err: error }, "the demo artist could not be filled in; the next start tries again");
          return null;
        })
      : null;
    await catchUp();

    const maintenance = startMaintenance(services);
    opened.push(maintenance);
    const { files } = maintenance;
    // While developing every page is rendered anew.
    const subscribers = {
      files,
      live: live.live,
      sessions: live.sessions,
      ...(!development && { pages: [pages, publicFiles, site] }),
    };
    const listener = await startListener({ database: db, subscribers, log });
    opened.push(listener);
    if (!development) {
      // So that a user who has written sees it on the next page they ask for.
      db.afterCommit(async () => {
        if (await listener.caughtUp()) return;
        pages.dropAll();
        publicFiles.forgetAll();
        site.forget();
      });
    }

    const { publicCacheKey, isPersonal } = exports;
    const restoring = createRestoreRequests(services, restored, { startAnew, piece: leastRate });
    const parts = {
      services,
      health,
      uploads,
      restoring,
      live,
      pages,
      publicFiles,
      counter,
      publicCacheKey,
      isPersonal,
    };
    server.on("request", leaving.admit(createRequestListener({ ...parts, ...screens })));
    if (credentials) {
      const { email, password } = credentials;
      printLine(`Sign in as the demo musician: ${email}, password ${password} (shown only this once)`);
    }
    const code = await setupCode(db, secret);
    for (const trouble of await reaching) printLine(trouble);
    if (leaving.isLeaving()) return;
    // Not earlier: a balancer that is refused a connection asks another server, and an answer of 503 reaches a visitor.
    await listen(server, config);
    if (restored.phase === "restoring") restored.phase = "done";
    if (code) {
      printLine(
        `There is no admin yet. Sign in and make yourself one at ${config.origin}/debug with the set-up code ${code}`,
      );
      if (await isUninhabited(db)) {
        printLine(`Or restore a backup with that code: ${config.origin}/restore`);
      }
    }
    printLine(`Handbill is ready: open ${config.origin} in a browser.`);
  } catch (error) {
    // Where the server is to stop anyway, the stop goes on with the parts that were opened.
    if (leaving.isLeaving()) return log.warn({ err: error }, "the start was broken off");
    live.close();
    await closeAll();
    throw error;
  } finally {
    begun.resolve();
  }
}

type Screens = Pick<ListenerParts, "loadApp" | "serveStatic">;

async function builtScreens(config: Config): Promise<Screens> {
  const app = appFrom(await builtScreensModule(), config, "production");
  return {
    loadApp: () => Promise.resolve(app),
    serveStatic: await createStatic(join(root, "build", "client")),
  };
}

async function developmentScreens(server: Server, config: Config): Promise<Screens> {
  const { createServer: createVite } = await import("vite");
  const own = process.listeners("SIGTERM");
  const vite = await createVite({
    root,
    server: { middlewareMode: { server }, hmr: { server } },
    appType: "custom",
  });
  // Vite's would end the process before the database has stopped.
  for (const listener of process.listeners("SIGTERM")) {
    if (!own.includes(listener)) process.off("SIGTERM", listener);
  }
  return {
    async loadApp() {
      const build = await vite.ssrLoadModule("virtual:react-router/server-build");
      return appFrom(build as Parameters<typeof appFrom>[0], config, "development");
    },
    serveStatic: (request, response) =>
      new Promise((resolve, reject) => {
        response.once("close", () => resolve(true));
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)));
      }),
  };
}

/** Reports it before long work. The port answers only when all is ready. */
async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
        EACCES: `Port ${port} needs more rights. Choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `${host} is no address of this machine. Correct the setting HOST.`,
        ENOTFOUND: `${host} is no known host name. Correct the setting HOST.`,
      };
      reject(new StartError(reason[error.code ?? ""] ?? `${host}:${port} cannot be used: ${error.message}`));
    });
    server.listen(port, host, resolve);
  });
}

async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Give this account access to it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * A file system that hangs (a network drive without its network) blocks its callers, the end of the process included:
 * it waits for its threads. So then it is killed.
 */
async function endIfHanging<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const late = setTimeout(() => {
    try {
      writeSync(
        process.stderr.fd,
        `Handbill cannot start: The data folder ${dataDir} does not answer within ${folderAnswersWithinMs / 1000} seconds. ` +
          "Look whether its file system is there and answers, or set DATA_DIR to another folder.\n",
      );
    } finally {
      // Also where the output is no longer read.
      process.kill(process.pid, "SIGKILL");
    }
  }, folderAnswersWithinMs);
  try {
    return await work();
  } finally {
    clearTimeout(late);
  }
}

interface StopParts {
  leaving: Leaving;
  live: Live;
  /** Resolves when the start has come to its end, whichever. */
  begun: Promise<void>;
  closeAll: () => Promise<void>;
  log: Logger;
}

/**
 * Stops once, however often it is asked: lets requests finish for a while, then closes what was opened. Then comes what it
 * was asked for first.
 */
function stopper({ leaving, live, begun, closeAll, log }: StopParts): (next: () => unknown) => void {
  async function stop(): Promise<void> {
    log.info("stopping: finishing the requests under way");
    // They would never finish by themselves.
    live.close();
    await leaving.leave();
    await Promise.race([begun, sleep(finishStartWithinMs)]);
    await closeAll();
  }
  return (next) => {
    if (leaving.isLeaving()) return;
    stop().then(next, (error: unknown) => {
      log.error({ err: error }, "could not stop cleanly");
      process.exit(1);
    });
  };
}

function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Why the start failed, in a line. */
function reasonOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof path === "string") {
    return `${path} cannot be used: ${fileTrouble(error, "it isn't there")}. Mend that and start again.`;
  }
  const cause = error instanceof AppError && error.cause ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return `${message.split("\n", 1)[0]}. This was not expected: the line above says where it happened.`;
}

async function startOrExit(restored: RestoreState): Promise<void> {
  try {
    await start(restored);
  } catch (error) {
    if (!(error instanceof StartError)) createLogger("fatal").fatal({ err: error }, "the start failed");
    process.stderr.write(`Handbill cannot start: ${reasonOf(error)}\n`);
    process.exit(1);
  }
}

await startOrExit(atRest());
