import { answerApi } from "../../app/server-exports.server.ts";
import { type ApiScope, apiAreaNames } from "../../app/shared/api-areas.ts";
import { hashApiKey, newApiKey } from "../../server/api/keys.ts";
import type { Services } from "../../server/services.ts";
import { makeApiKey } from "../factories/accounts.ts";

/** A scope to write each area. */
export const everyScope: ApiScope[] = apiAreaNames.map((area) => `${area}:write` as const);

/** Makes a key for the account. @returns what a client sends */
export async function keyFor(
  { db }: Pick<Services, "db">,
  user_id: string,
  scopes: string[] = everyScope,
): Promise<string> {
  const key = newApiKey();
  await makeApiKey(db, { user_id, scopes, token_hash: hashApiKey(key) });
  return key;
}

export interface Sent {
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string;
}

/** Sends a request to the API as the server around it would. @param path below /api/v1/, with a query */
export async function askApi(
  services: Services,
  method: string,
  path: string,
  { key, headers = {}, json, raw }: Sent = {},
) {
  const body = raw ?? (json === undefined ? "" : JSON.stringify(json));
  const answer = await answerApi(services, {
    method,
    url: `/api/v1/${path}`,
    headers: new Headers({
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    }),
    body: async () => Buffer.from(body),
    requestId: "test",
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: text === "" ? null : JSON.parse(text),
  };
}
