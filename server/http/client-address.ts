import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The client's address. Each trusted proxy appends the address it was called from to `X-Forwarded-For`, so the client's
 * stands `trustedProxies` places from the end; entries that the client wrote itself stand further left and are never
 * read.
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
