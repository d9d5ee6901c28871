import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The client's address. Each trusted proxy appends who it heard from to `X-Forwarded-For`, so the address stands
 * `trustedProxies` places from the end; what a client wrote itself stands further left and is never read.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const chain = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0);
  return chain.at(-trustedProxies) ?? chain[0] ?? direct;
}
