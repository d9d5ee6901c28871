import type { IncomingMessage } from "node:http";
import { t } from "../../app/shared/t.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

/** Methods that may not change anything, as RFC 9110 defines them. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The origins a form may come from: the public one and, for an operator who runs Handbill at home, the machine's own
 * names.
 */
export function ownOrigins({ origin, port }: Pick<Config, "origin" | "port">): URL[] {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  const own = new URL(origin);
  return loopback.includes(own.hostname)
    ? [own, ...loopback.map((name) => new URL(`http://${name}:${port}`))]
    : [own];
}

/** The values of `Sec-Fetch-Site` for requests that no other site caused. */
const ownSites = ["same-origin", "none"];

/**
 * Refuses requests that another site makes a browser send. Where no origin is named, the browser's `Sec-Fetch-Site`
 * counts. Clients that send neither header are no browsers, so no cookies travel with them unasked. @throws AppError
 * `invalid`
 */
export function refuseForeignOrigin({ method, headers }: IncomingMessage, own: URL[]): void {
  if (safeMethods.has(method ?? "")) return;
  const { origin, "sec-fetch-site": site = "none" } = headers;
  const isOwn = origin ? own.some((address) => address.origin === origin) : ownSites.includes(String(site));
  if (isOwn) return;
  throw new AppError("invalid", t("This was sent from another site. Please send it from here."));
}
