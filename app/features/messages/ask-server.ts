import type { z } from "zod";
import { isNothingDone } from "~/shared/action-answer";
import type { ShownMessage } from "./queries.server";
import type { feedSchema, NewMessage } from "./schema";

const feedPath = "/messages/feed";
/** After this an answer is taken for lost. What was sent may have arrived: sending it again stores it once. */
const patienceMs = 20_000;

/** The session has ended: the screen has to be asked for anew. */
export class SignedOut extends Error {}

/** What the server has refused, in its words. */
export class Refused extends Error {}

/**
 * What the feed answers; the caller names its shape.
 * @throws SignedOut, or another error when there is no answer
 */
export async function askFeed<Answer>(query: z.input<typeof feedSchema>): Promise<Answer> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const answer = await send(`${feedPath}?${parameters}`);
  if (!answer.ok) throw new Error(`The feed answered ${answer.status}.`);
  return answer.json();
}

/** @throws Refused with what to say of it; SignedOut; or another error when nobody knows what has become of it */
export async function postMessage({ tracks, ...message }: NewMessage): Promise<ShownMessage> {
  const answer = await post({ ...message, tracks: tracks.join() });
  return answer.message;
}

/** @throws an error when it could not be done */
export async function postRead(conversation: string, upTo: number): Promise<void> {
  await post({ intent: "read", conversation, upTo: String(upTo) });
}

async function post(fields: Record<string, string>) {
  const answer = await send(feedPath, { method: "POST", body: new URLSearchParams(fields) });
  const said = await answer.json().catch(() => undefined);
  if (isNothingDone(said) && "refused" in said) throw new Refused(Object.values(said.refused.errors)[0]);
  if (!answer.ok || said === undefined) throw new Error(`The feed answered ${answer.status}.`);
  return said;
}

async function send(address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(patienceMs) });
  if (answer.redirected) throw new SignedOut("The session has ended.");
  return answer;
}
