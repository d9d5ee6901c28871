import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

/** What may not change anything, by the standard's word. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** The origins a form may come from: the public one and, for whoever runs Handbill at home, the machine's own names. */
export function ownOrigins({ origin, port }: Pick<Config, "origin" | "port">): URL[] {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  const own = new URL(origin);
  return loopback.includes(own.hostname)
    ? [own, ...loopback.map((name) => new URL(`http://${name}:${port}`))]
    : [own];
}

/**
 * Refuses what another site makes a browser send. Clients that name no origin are no browsers: nobody's cookies
 * travel with them unasked. @throws AppError `invalid`
 */
export function refuseForeignOrigin({ method, headers }: IncomingMessage, own: URL[]): void {
  if (safeMethods.has(method ?? "") || headers.origin === undefined) return;
  if (own.some(({ origin }) => origin === headers.origin)) return;
  throw new AppError("invalid", "This was sent from another site. Please send it from here.");
}
