import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RestoreState } from "../../app/shared/restore-state.ts";
import { builtFrom } from "../build.ts";
import type { Config } from "../config.ts";
import { connectDatabase, type LoginUrls } from "../db/database.ts";
import type { ErrorCounts } from "../error-counts.ts";
import { limitHalfOpen } from "../http/half-open.ts";
import { createHealth } from "../http/health.ts";
import { createLeaving } from "../http/leaving.ts";
import { createLimits } from "../http/limits.ts";
import { createPageCache } from "../http/page-cache.ts";
import { openPageStore } from "../http/page-store.ts";
import { createPublicFiles } from "../http/public-files.ts";
import {
  commonHeaders,
  createRequestListener,
  leastRate,
  refuseTunnel,
  serverOptions,
  visitorOf,
} from "../http/request-listener.ts";
import { createRestoreRequests } from "../http/restore.ts";
import { createUploads } from "../http/uploads.ts";
import type { Logger } from "../log.ts";
import { logWork } from "../log-work.ts";
import { createMetrics } from "../metrics.ts";
import { development } from "../mode.ts";
import { outOfReach } from "../reachable.ts";
import { startListener } from "../realtime/listener.ts";
import { createLive } from "../realtime/live.ts";
import type { Services } from "../services.ts";
import { setupCode } from "../setup-code.ts";
import { createSite } from "../site-settings.ts";
import { openStorage } from "../storage/open-storage.ts";
import { startTracing } from "../tracing.ts";
import { isUninhabited } from "../uninhabited.ts";
import type { Machine } from "./machine.ts";
import { closeAll, type Opened } from "./opened.ts";
import { listen } from "./port.ts";
import { builtScreens, developmentScreens } from "./screens.ts";

const finishStartWithinMs = 10_000;
const idleConnectionMs = 120_000;

export interface WorkerParts {
  config: Config;
  log: Logger;
  errorCounts: ErrorCounts;
  secret: string;
  loginUrls: LoginUrls;
  /** How far a restore is that this worker has taken. */
  restored: RestoreState;
  machine: Machine;
}

export interface Worker {
  /**
   * Resolves when the port is open, to the lines for the person who started it; rejects when the start has failed, once
   * what was opened is closed.
   */
  ready: Promise<string[]>;
  /** Lets requests finish for a while, then closes what was opened. @param isReplaced others go on answering here */
  stop(isReplaced?: boolean): Promise<void>;
  /** This worker's own metrics, as JSON. */
  metrics(): Promise<object>;
  /** Resolves when nothing is kept here that a commit before this call has changed. */
  settle(): Promise<void>;
}

/** Starts what answers requests. */
export function startWorker(parts: WorkerParts): Worker {
  const server = createServer(serverOptions);
  // A client that stops reading holds a file and a connection.
  server.setTimeout(idleConnectionMs);
  limitHalfOpen(server, parts.config.trustProxy, parts.machine.workers);
  server.on("connect", refuseTunnel);
  const leaving = createLeaving(server);
  const live = createLive(parts.machine.semaphores);
  const opened: Opened[] = [];
  let ownMetrics = async (): Promise<object> => [];
  let settle = async () => {};

  async function start(): Promise<string[]> {
    const { config, log, errorCounts, secret, loginUrls, restored, machine } = parts;
    const { semaphores } = machine;
    if (config.traces) opened.push(await startTracing(config.traces));
    const db = connectDatabase(loginUrls, log, config);
    opened.push(db);
    opened.push(errorCounts.storeIn(db));
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    const reaching = machine.leads ? outOfReach(config, storage) : [];
    const screens = development ? await developmentScreens(server, config) : await builtScreens(config);
    const app = await screens.loadApp();
    const { exports } = app;
    const { declarations } = exports;
    const site = createSite({ config, db, log });
    const limits = createLimits(db);
    const services: Services = { config, db, storage, limits, semaphores, site, declarations, log };
    const store = development
      ? undefined
      : await openPageStore({ db, site, config, log, build: await builtFrom() });
    if (store) opened.push(store);
    const pages = createPageCache(commonHeaders(config), {
      isAway: db.circuit.isOpen,
      maxBytes: config.pageCacheBytes,
      store,
    });
    const publicFiles = createPublicFiles();
    const metrics = createMetrics({ ...services, dataDir: config.dataDir, pages, publicFiles });
    opened.push({ close: async () => metrics.close() });
    ownMetrics = metrics.json;
    const endLogWork = logWork(log);
    opened.push({ close: async () => endLogWork() });
    const { contentType } = metrics;
    const health = createHealth(services, { text: machine.metrics ?? metrics.text, contentType }, leaving);
    const counter = exports.startCounter(services);
    opened.push(counter);
    const uploads = await createUploads(services, exports.uploadKinds);
    // The others load nothing of it.
    const { startBackground } = machine.leads ? await import("./background.ts") : {};
    const visit = visitorOf(app, services);
    const background = await startBackground?.({ services, exports, uploads, secret, visit }, opened);

    // While developing every page is rendered anew.
    const subscribers = {
      ...(background && { files: background.files }),
      live: live.live,
      sessions: live.sessions,
      ...(!development && { pages: [pages, publicFiles, site] }),
    };
    const listener = await startListener({ database: db, subscribers, log });
    opened.push(listener);
    if (!development) {
      settle = async () => {
        if (await listener.caughtUp()) return;
        pages.dropAll();
        publicFiles.forgetAll();
        site.forget();
      };
      // So that a user who has written sees it on the next page they ask for, whichever worker answers.
      db.afterCommit(async () => {
        await Promise.all([settle(), machine.settle()]);
      });
    }

    const { publicPath, publicCacheKey, isPersonal, chosenLanguage } = exports;
    const restoring = createRestoreRequests(services, restored, { machine, piece: leastRate });
    const answering = { services, health, metrics, uploads, restoring, live, pages, publicFiles, counter };
    const answer = createRequestListener({
      ...answering,
      ...{ publicPath, publicCacheKey, isPersonal, chosenLanguage },
      ...screens,
    });
    server.on("request", leaving.admit(answer));
    const lines = background
      ? [...background.lines, ...(await reaching), ...(await firstSteps(services, secret))]
      : [];
    // Not earlier: a balancer that is refused a connection asks another server, and an answer of 503 reaches a visitor.
    if (!leaving.isLeaving()) await listen(server, config);
    return lines;
  }

  const ready = start().catch(async (error: unknown) => {
    // A worker that is to stop closes its parts itself.
    if (!leaving.isLeaving()) {
      live.close();
      await closeAll(opened);
    }
    throw error;
  });
  return {
    ready,
    async stop(isReplaced) {
      // They would never finish by themselves.
      live.close();
      await leaving.leave(isReplaced);
      await Promise.race([ready.catch(() => {}), sleep(finishStartWithinMs)]);
      await closeAll(opened);
    },
    metrics: () => ownMetrics(),
    settle: () => settle(),
  };
}

/** How to become the first admin, and how to bring an earlier installation here. */
async function firstSteps({ db, config }: Services, secret: string): Promise<string[]> {
  const code = await setupCode(db, secret);
  if (!code) return [];
  const becoming = `There is no admin yet. Sign in and make yourself one at ${config.origin}/debug with the set-up code ${code}`;
  if (!(await isUninhabited(db))) return [becoming];
  return [becoming, `Or restore a backup with that code: ${config.origin}/restore`];
}
