import type { z } from "zod";
import { isNothingDone } from "~/shared/action-answer";
import { signedOutText, withSession } from "~/shared/sign-in-again";
import { t } from "~/shared/t";
import type { ShownMessage } from "./queries.server";
import type { feedSchema, NewMessage } from "./schema";

const feedPath = "/messages/feed";
/** After this an answer is taken for lost. The message may have arrived: sending it again stores it once. */
const patienceMs = 20_000;

/** The server's refusal, in its words. */
export class Refused extends Error {}

/** The server was out of reach. The message may have arrived all the same. */
export class Lost extends Error {}

/**
 * The feed's answer; the caller names its shape.
 * @throws when there is no answer, or the session has ended: a screen's background requests interrupt nothing
 */
export async function askFeed<Answer>(query: z.input<typeof feedSchema>): Promise<Answer> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const answer = await send(`${feedPath}?${parameters}`);
  if (!answer.ok || answer.redirected) throw new Error(`The feed answered ${answer.status}.`);
  return answer.json();
}

/** @throws Refused with its text, Lost, or another error when the outcome is unknown */
export async function postMessage({ tracks, ...message }: NewMessage): Promise<ShownMessage> {
  const answer = await post({ ...message, tracks: tracks.join() }, withSession);
  return answer.message;
}

/** @throws an error when it could not be done */
export async function postRead(conversation: string, upTo: number): Promise<void> {
  await post({ intent: "mark-read", conversation, upTo: String(upTo) });
}

/** @param carry what a person has asked for asks them to sign in again when that is needed */
async function post(fields: Record<string, string>, carry: typeof withSession = (sendOnce) => sendOnce({})) {
  const body = new URLSearchParams(fields);
  const answer = await carry((headers) => send(feedPath, { method: "POST", body, headers }));
  if (answer.status === 401) throw new Refused(t(signedOutText));
  const json = await answer.json().catch(() => undefined);
  if (isNothingDone(json) && "refused" in json) throw new Refused(Object.values(json.refused.errors)[0]);
  if ([502, 503, 504].includes(answer.status)) throw new Lost(String(answer.status));
  if (!answer.ok || json === undefined) throw new Error(`The feed answered ${answer.status}.`);
  return json;
}

async function send(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(patienceMs) });
  } catch (cause) {
    throw new Lost("no answer", { cause });
  }
}
