import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { alivePath, metricsPath, readyPath } from "../../app/shared/server-paths.ts";
import type { Metrics } from "../metrics.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";
import type { Leaving } from "./leaving.ts";

const probeTimeoutMs = 2_000;
/** The headers that proxies add to a request that they pass on. */
const forwardingHeader = /^(x-forwarded|x-original-|forwarded$|via$|.*-real-ip$|.*-client-ip$|cf-)/;

export interface Health {
  /** Answers /healthz, /readyz and /metrics; false for any other path. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

/** The endpoints that an operator's tools watch. Without cookies, without touching a page. */
export function createHealth(
  { db, storage, config }: Pick<Services, "db" | "storage" | "config">,
  metrics: Pick<Metrics, "text" | "contentType">,
  leaving: Pick<Leaving, "isLeaving">,
): Health {
  function mayReadMetrics(request: IncomingMessage): boolean {
    if (config.metricsToken) {
      const sentToken = Buffer.from(request.headers.authorization ?? "");
      const wanted = Buffer.from(`Bearer ${config.metricsToken}`);
      if (sentToken.length === wanted.length && timingSafeEqual(sentToken, wanted)) return true;
    }
    // Behind a proxy on the same machine every client comes from loopback; the proxy's headers show that.
    const isForwarded = Object.keys(request.headers).some((name) => forwardingHeader.test(name));
    return !isForwarded && /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? "");
  }

  return {
    async answer(request, response, path) {
      if (path === alivePath) {
        send(response, 200, "application/json", JSON.stringify({ status: "ok", version }));
      } else if (path === readyPath) {
        if (leaving.isLeaving()) {
          send(response, 503, "application/json", JSON.stringify({ status: "stopping" }));
          return true;
        }
        const [database, files] = await Promise.all([answers(db.ping()), answers(storage.ping())]);
        const state = { database: database ? "ok" : "failing", storage: files ? "ok" : "failing" };
        send(response, database && files ? 200 : 503, "application/json", JSON.stringify(state));
      } else if (path === metricsPath) {
        if (!mayReadMetrics(request)) send(response, 403, "text/plain; charset=utf-8", "Forbidden\n");
        else send(response, 200, metrics.contentType, await metrics.text());
      } else {
        return false;
      }
      return true;
    },
  };
}

async function answers(probe: Promise<unknown>): Promise<boolean> {
  const deadline = AbortSignal.timeout(probeTimeoutMs);
  const late = new Promise<false>((resolve) => deadline.addEventListener("abort", () => resolve(false)));
  return Promise.race([
    probe.then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}
