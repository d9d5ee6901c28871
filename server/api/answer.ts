import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { apiPath } from "../../app/shared/api-areas.ts";
import { type Cursor, readCursor } from "../../app/shared/cursor.ts";
import { type Reader, violates, type Writer } from "../db/database.ts";
import { AppError } from "../errors.ts";
import { isKnown } from "../http/conditions.ts";
import { limitKey } from "../http/limits.ts";
import type { Services } from "../services.ts";
import { type ApiKey, requireApiKey, requireScope } from "./keys.ts";
import { keyLimit, largestPage, usualPage } from "./limits.ts";
import { documentText } from "./openapi.ts";
import { bodyOf, methodsAt, type Operation, operationAt, scopeOf } from "./operations.ts";
import { problemOf } from "./problem.ts";
import { type Asked, parsed, RefusedBody, type Resource } from "./resource.ts";

/** A request below `apiPath`. Its cookies count for nothing: a key is the only way in. */
export interface ApiRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Headers;
  /** The whole body. @throws AppError `too-large`, `timeout` */
  body(): Promise<Buffer>;
  requestId: string;
}

/** Answers a request to the API, with a problem's details whatever goes wrong. */
export async function answerApi(
  services: Services,
  resources: readonly Resource[],
  request: ApiRequest,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url, services.config.origin);
  const path = pathname.slice(apiPath.length + 1);
  try {
    if (path === "openapi.json" && isRead(request)) return documentAnswer(services, resources, request);
    return await answer(services, resources, request, path, searchParams);
  } catch (error) {
    return problemAnswer(services, request, error, methodsAt(resources, path));
  }
}

function problemAnswer({ config, log }: Services, request: ApiRequest, error: unknown, allow: string) {
  const { requestId } = request;
  const problem = problemOf(error, { origin: config.origin, requestId });
  if (problem.status === 500) log.error({ err: error, requestId }, "request failed");
  if (problem.status === 503) log.warn({ err: error, requestId }, "something is out of reach");
  const headers = new Headers({ "Content-Type": "application/problem+json", "Cache-Control": "no-store" });
  if (problem.status === 401) headers.set("WWW-Authenticate", 'Bearer realm="api"');
  // The rest of its body isn't read.
  if (problem.status === 408) headers.set("Connection", "close");
  if (problem.status === 405) headers.set("Allow", allow);
  const wait = error instanceof AppError ? error.retryAfterSeconds : undefined;
  if (wait) headers.set("Retry-After", String(wait));
  return new Response(isHead(request) ? null : JSON.stringify(problem), { status: problem.status, headers });
}

const isHead = ({ method }: ApiRequest) => method === "HEAD";
const isRead = ({ method }: ApiRequest) => method === "GET" || method === "HEAD";

/** The document is the same for everybody, and holds nothing of anybody's: scripts of other sites may read it. */
function documentAnswer({ config }: Services, resources: readonly Resource[], request: ApiRequest): Response {
  const answer = readAnswer(request, documentText(resources, config.origin));
  answer.headers.set("Access-Control-Allow-Origin", "*");
  answer.headers.set("Cache-Control", "public, max-age=300");
  return answer;
}

async function answer(
  services: Services,
  resources: readonly Resource[],
  request: ApiRequest,
  path: string,
  parameters: URLSearchParams,
): Promise<Response> {
  const { operation, id } = operationAt(resources, request.method, path);
  // The key is looked up when the body is there: what it may do is what it may at that moment.
  const raw = isRead(request) ? Buffer.alloc(0) : await request.body();
  const key = await requireApiKey(services, request.headers.get("Authorization"));
  await services.limits.spend(keyLimit, limitKey(key.id));
  requireScope(key.scopes, scopeOf(operation));
  const call = { services, key, request, operation, resource: operation.resource, id };
  switch (operation.kind) {
    case "list":
      return list(call, parameters);
    case "get":
      return readAnswer(request, JSON.stringify(await readOne(call)));
    case "create":
      return create(call, raw);
    case "update":
      return update(call, raw);
    case "remove":
      return remove(call);
    case "reorder":
      return reorder(call, raw);
  }
}

/** A request that a key may make. */
interface Call {
  services: Services;
  key: ApiKey;
  request: ApiRequest;
  operation: Operation;
  resource: Resource;
  /** Undefined where the address names none. */
  id: string | undefined;
}

type Row = Record<string, unknown>;

/** A row as answers hold it. */
function represented({ row }: Resource, stored: object): Row {
  const values = new Map(Object.entries(stored));
  return Object.fromEntries(
    Object.keys(row.shape).map((field) => {
      const value: unknown = values.get(field);
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

const oneOf =
  ({ table }: Resource, id: string | undefined): Asked =>
  (query) =>
    query
      .$if(id !== undefined, (rows) => rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`))
      .limit(1)
      .execute();

const placed = z.object({ id: z.uuid(), placed_at: z.string() });

const pageOf =
  ({ table }: Resource, limit: number, after: Cursor | null): Asked =>
  (query) => {
    const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
    return query
      .select(sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("placed_at"))
      .$if(after !== null, (rows) =>
        rows.where(sql<boolean>`(${at}, ${id}) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy(sql`${at} desc, ${id} desc`)
      .limit(limit)
      .execute();
  };

/** @throws AppError `not-found` where the account has no such row */
async function found(tx: Reader, { resource, key, id }: Call): Promise<Row> {
  const [stored] = await resource.rows(tx, key.userId, oneOf(resource, id));
  if (!stored) throw new AppError("not-found", `You have no such ${resource.name.one}.`);
  return represented(resource, stored);
}

function readOne(call: Call): Promise<Row> {
  return call.services.db.asMusician(call.key.userId).read((tx) => found(tx, call));
}

async function list({ services, key, resource, request }: Call, parameters: URLSearchParams) {
  const limit = limitIn(parameters);
  const stored = await services.db
    .asMusician(key.userId)
    .read((tx) => resource.rows(tx, key.userId, pageOf(resource, limit + 1, cursorIn(parameters))));
  const shown = stored.slice(0, limit);
  const last = stored.length > limit ? placed.parse(shown.at(-1)) : undefined;
  const next = last ? Buffer.from(`${last.placed_at}_${last.id}`).toString("base64url") : null;
  const items = shown.map((row) => represented(resource, row));
  const answer = readAnswer(request, JSON.stringify({ items, next }));
  if (next) {
    const query = new URLSearchParams({ limit: String(limit), cursor: next });
    answer.headers.set("Link", `<${services.config.origin}${apiPath}/${resource.path}?${query}>; rel="next"`);
  }
  return answer;
}

function limitIn(parameters: URLSearchParams): number {
  const asked = parameters.get("limit") ?? String(usualPage);
  if (/^[1-9]\d{0,2}$/.test(asked) && Number(asked) <= largestPage) return Number(asked);
  throw new AppError("invalid", `'limit' is a number from 1 to ${largestPage}.`);
}

function cursorIn(parameters: URLSearchParams): Cursor | null {
  const asked = parameters.get("cursor");
  if (asked === null) return null;
  const cursor = readCursor(Buffer.from(asked, "base64url").toString());
  if (cursor) return cursor;
  throw new AppError("invalid", "'cursor' is the 'next' of the page before, as it was.");
}

async function create(call: Call, raw: Buffer): Promise<Response> {
  const { services, key, resource } = call;
  const values = valuesOf(call, raw);
  const text = await inOneWrite(call, (tx, within) =>
    answeredOnce(tx, call, raw, async () => {
      const id = await resource.create?.run(within, key.userId, values);
      return JSON.stringify(await found(tx, { ...call, id }));
    }),
  );
  const { id } = z.object({ id: z.uuid() }).parse(JSON.parse(text));
  const answer = writeAnswer(201, text);
  answer.headers.set("Location", `${services.config.origin}${apiPath}/${resource.path}/${id}`);
  return answer;
}

async function update(call: Call, raw: Buffer): Promise<Response> {
  const { key, resource } = call;
  const changed = valuesOf(call, raw);
  const text = await inOneWrite(call, async (tx, within) => {
    const stored = await held(tx, call);
    await resource.update?.run(within, key.userId, stored, changed);
    return JSON.stringify(await found(tx, call));
  });
  return writeAnswer(200, text);
}

async function remove(call: Call): Promise<Response> {
  const { key, resource, id } = call;
  await inOneWrite(call, async (tx, within) => {
    await held(tx, call);
    if (id !== undefined) await resource.remove?.(within, key.userId, id);
  });
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

async function reorder(call: Call, raw: Buffer): Promise<Response> {
  const { key, resource } = call;
  const { order } = z.object({ order: z.array(z.string()) }).parse(valuesOf(call, raw));
  await inOneWrite(call, (_tx, within) => resource.reorder?.(within, key.userId, order) ?? Promise.resolve());
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/**
 * Does everything of a request in one transaction in the account's name, the commands of features included: what a
 * command writes in a transaction of its own elsewhere becomes part of this one.
 */
function inOneWrite<T>(
  { services, key: { userId } }: Call,
  work: (tx: Writer, within: Services) => Promise<T>,
): Promise<T> {
  const { db } = services;
  const musician = db.asMusician(userId);
  return musician.write((tx) => {
    const joined = {
      ...musician,
      read: <R>(part: (tx: Reader) => Promise<R>) => part(tx),
      write: <R>(part: (tx: Writer) => Promise<R>) => part(tx),
    };
    const asMusician = (id: string) => (id === userId ? joined : db.asMusician(id));
    return work(tx, { ...services, db: { ...db, asMusician } });
  });
}

/**
 * The row, which nobody else changes until the transaction ends.
 * @throws AppError `not-found`; `precondition-failed` where it isn't the one any more that an `If-Match` names
 */
async function held(tx: Writer, call: Call): Promise<Row> {
  const { resource, key, id, request } = call;
  const { table, owner } = resource;
  const isIt = id === undefined ? sql`true` : sql`id = ${id}`;
  await sql`select from ${sql.table(table)} where ${sql.ref(owner)} = ${key.userId} and ${isIt} for update`.execute(
    tx,
  );
  const row = await found(tx, call);
  const wanted = request.headers.get("If-Match");
  if (wanted !== null && !isKnown(wanted, etagOf(JSON.stringify(row)))) {
    throw new AppError(
      "precondition-failed",
      `This ${resource.name.one} was changed since you read it. Please read it again.`,
    );
  }
  return row;
}

/**
 * Where the request has an Idempotency-Key, its answer is stored in the transaction of what it does, and given again to
 * the same request.
 * @throws AppError `unprocessable` for another request with the same key, `conflict` while the first is still at work
 */
async function answeredOnce(
  tx: Writer,
  { key, request }: Call,
  raw: Buffer,
  work: () => Promise<string>,
): Promise<string> {
  const name = request.headers.get("Idempotency-Key");
  if (name === null) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(name)) {
    throw new AppError("invalid", "An Idempotency-Key has 1 to 255 visible ASCII characters.");
  }
  const lock = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`api ${key.id} ${name}`}, 0)) as is_mine`.execute(tx);
  if (!lock.rows[0]?.is_mine) {
    throw new AppError("conflict", "A request with this Idempotency-Key is still at work.", {
      retryAfterSeconds: 1,
    });
  }
  const request_hash = createHash("sha256").update(`${request.method} ${request.url}\n`).update(raw).digest();
  const known = await tx
    .selectFrom("api_answers")
    .select(["request_hash", "answer"])
    .where("key_id", "=", key.id)
    .where("idempotency_key", "=", name)
    .executeTakeFirst();
  if (known?.request_hash.equals(request_hash)) return known.answer;
  if (known) {
    throw new AppError("unprocessable", "This Idempotency-Key has been used for another request.");
  }
  const answer = await work();
  try {
    await tx
      .insertInto("api_answers")
      .values({ key_id: key.id, user_id: key.userId, idempotency_key: name, request_hash, answer })
      .execute();
  } catch (error) {
    if (!violates(error, "api_answers_key_id_user_id_fkey")) throw error;
    throw new AppError("unauthenticated", "This key has just been revoked.", { cause: error });
  }
  return answer;
}

/** @throws AppError `unsupported-type`, `invalid`; RefusedBody */
function valuesOf({ operation, request }: Call, raw: Buffer): Row {
  const schema = bodyOf(operation);
  if (!schema) return {};
  const [type] = (request.headers.get("Content-Type") ?? "").split(";");
  const types = [
    "application/json",
    ...(operation.kind === "update" ? ["application/merge-patch+json"] : []),
  ];
  if (!types.includes(type?.trim().toLowerCase() ?? "")) {
    throw new AppError("unsupported-type", `Please send the body as ${types.join(" or ")}.`);
  }
  const value = jsonIn(raw);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RefusedBody({ "": "This must be an object." });
  }
  return parsed(schema, value);
}

function jsonIn(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch (cause) {
    throw new AppError("invalid", "The body is no JSON in UTF-8.", { cause });
  }
}

function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** 304 where the client has this text already. */
function readAnswer(request: ApiRequest, text: string): Response {
  const etag = etagOf(text);
  const headers = {
    "Content-Type": "application/json",
    ETag: etag,
    "Cache-Control": "private, no-cache",
    Vary: "Authorization",
  };
  const seen = request.headers.get("If-None-Match");
  if (seen !== null && isKnown(seen, etag)) return new Response(null, { status: 304, headers });
  return new Response(isHead(request) ? null : text, { headers });
}

function writeAnswer(status: number, text: string): Response {
  const headers = { "Content-Type": "application/json", ETag: etagOf(text), "Cache-Control": "no-store" };
  return new Response(text, { status, headers });
}
