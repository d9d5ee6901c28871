import { Resolver } from "node:dns/promises";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { performance } from "node:perf_hooks";
import { codeOf } from "#server/db/failures.ts";
import { msg, withValues } from "~/shared/t";
import { isLoopback, isPublicAddress } from "./addresses.ts";

/** What an endpoint answered. */
export interface Answer {
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** The beginning of the answer's body, or why there was none. */
  text: string;
  durationMs: number;
  /** The pause it asks for by `Retry-After`, in seconds; null where it asks for none. */
  retryAfter: number | null;
}

interface Ways {
  /** This machine itself may be posted to, and by http. */
  allowsLocal: boolean;
  /** The IP addresses of a host's name. */
  resolve?: (host: string, end: AbortSignal) => Promise<string[]>;
  timeoutMs?: number;
}

const answerWithinMs = 10_000;
const readBytes = 4096;
const shownCharacters = 1000;

/**
 * Posts JSON to an address that a user has typed, within ten seconds and without following redirects. The host's name is
 * resolved once; each of its addresses must be public, and one of those is connected to. A failure is an answer too.
 */
export async function postJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowsLocal, resolve = resolvePublicly, timeoutMs = answerWithinMs }: Ways,
): Promise<Answer> {
  const began = performance.now();
  const end = AbortSignal.timeout(timeoutMs);
  const answer = (status: number | null, text: string, retryAfter: number | null): Answer => ({
    status,
    text: shown(text),
    durationMs: Math.round(performance.now() - began),
    retryAfter,
  });
  try {
    const { status, text, retryAfter } = await exchange(url, headers, body, { allowsLocal, resolve, end });
    return answer(status, text, retryAfter);
  } catch (error) {
    const reason = end.aborted
      ? withValues(msg("No answer within {seconds} seconds."), { seconds: timeoutMs / 1000 })
      : reasonOf(error);
    return answer(null, reason, null);
  }
}

class Unreachable extends Error {}

const mayReach = (address: string, allowsLocal: boolean) =>
  isPublicAddress(address) || (allowsLocal && isLoopback(address));

async function exchange(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowsLocal, resolve, end }: Required<Pick<Ways, "allowsLocal" | "resolve">> & { end: AbortSignal },
): Promise<{ status: number; text: string; retryAfter: number | null }> {
  const target = new URL(url);
  if (target.protocol !== "https:" && !allowsLocal)
    throw new Unreachable(msg("The address must begin with https."));
  // The URL has made one form of all ways to write an IP address. Such a host is connected to without a lookup.
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolve(host, end) : [host];
  if (!addresses.every((address) => mayReach(address, allowsLocal))) {
    throw new Unreachable(msg("This host is not on the public internet."));
  }
  const [first] = addresses;
  if (first === undefined) throw new Unreachable(msg("There is no host of this name."));
  const lookup: LookupFunction = (_host, { all }, give) => {
    if (all)
      give(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    else give(null, first, isIP(first));
  };
  const request = target.protocol === "https:" ? requestByHttps : requestByHttp;
  return new Promise((settle, fail) => {
    const sent = request(target, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      lookup,
      agent: false,
      signal: end,
    });
    // Once the status has come it is the answer: a text that breaks off or takes too long is shown as far as it came.
    let finish: (() => void) | undefined;
    sent.on("error", (error) => (finish ? finish() : fail(error)));
    sent.on("response", (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const finished = () => {
        response.destroy();
        settle({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).subarray(0, readBytes).toString(),
          retryAfter: secondsOf(response.headers["retry-after"]),
        });
      };
      finish = finished;
      response.on("data", (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= readBytes) finished();
      });
      response.on("end", finished);
      response.on("error", finished);
    });
    sent.end(body);
  });
}

/** Of a `Retry-After`: a number of seconds, or a date (RFC 9110, 10.2.3); null for anything else. */
function secondsOf(retryAfter = ""): number | null {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Asks the name servers themselves, because the system's way would hold up the threads that files are read by. */
async function resolvePublicly(host: string, end: AbortSignal): Promise<string[]> {
  const resolver = new Resolver();
  end.addEventListener("abort", () => resolver.cancel());
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** As text that can be stored and shown on a few lines. */
function shown(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, "\ufffd").slice(0, shownCharacters);
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  const code = codeOf(error);
  if (code === "ECONNREFUSED") return msg("The host refused the connection.");
  if (code === "ECONNRESET") return msg("The host closed the connection without an answer.");
  return code ? withValues(msg("The connection failed ({code})."), { code }) : msg("The connection failed.");
}
