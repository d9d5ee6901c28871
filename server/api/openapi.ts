import { z } from "zod";
import { apiAreas, apiPath } from "../../app/shared/api-areas.ts";
import { answerHours, keyLimit, largestPage, usualPage } from "./limits.ts";
import { bodyOf, type Operation, operationsOf, scopeOf } from "./operations.ts";
import { problemSchema } from "./problem.ts";
import type { Resource } from "./resource.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface DocumentedParameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: true;
  schema: JsonSchema;
}

interface DocumentedAnswer {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface DocumentedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: [string];
  parameters?: DocumentedParameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, DocumentedAnswer>;
  security?: { key: string[] }[];
}

type Method = "get" | "post" | "patch" | "delete" | "put";

/** As far as it is used here: OpenAPI 3.1, whose schemas are JSON Schema's as zod writes it. */
export interface ApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: { key: string[] }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, DocumentedOperation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: { key: { type: "http"; scheme: "bearer"; description: string } };
  };
}

const texts = new WeakMap<readonly Resource[], string>();

/** The document as it is sent. @param origin the installation's, the same at each call */
export function documentText(resources: readonly Resource[], origin: string): string {
  const text = texts.get(resources) ?? JSON.stringify(documentOf(resources, origin));
  texts.set(resources, text);
  return text;
}

/** Describes the API in OpenAPI 3.1. */
export function documentOf(resources: readonly Resource[], origin: string): ApiDocument {
  const paths: ApiDocument["paths"] = {};
  for (const operation of operationsOf(resources)) {
    const path = `/${operation.path}`;
    paths[path] = { ...paths[path], [methodOf(operation)]: documented(operation) };
  }
  const schemas = Object.fromEntries(
    resources.map((resource) => [schemaName(resource), jsonSchema(resource.row, "output")]),
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Handbill",
      version: "1",
      description:
        "Reads and writes what an artist has on their page, by the same rules as the dashboard, with a personal key.",
    },
    servers: [{ url: origin + apiPath }],
    security: [{ key: [] }],
    tags: Object.entries(apiAreas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, Problem: jsonSchema(problemSchema, "output") },
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A personal key, made under Account, API keys.",
        },
      },
    },
  };
}

const methodOf = ({ method }: Operation): Method => {
  const methods = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete", PUT: "put" } as const;
  return methods[method];
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (words: string) => words.split(/[ -]/).map(capital).join("");

const schemaName = ({ name }: Resource) => pascal(name.one);

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io });
  return described;
}

const text = (description: string) => ({ description, schema: { type: "string" } satisfies JsonSchema });
const etag = { ETag: text("Names this state of what was read.") };
const problem = (description: string): DocumentedAnswer => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});
const retryLater = (description: string): DocumentedAnswer => ({
  ...problem(description),
  headers: { "Retry-After": text("Seconds to wait.") },
});

const ifNoneMatch: DocumentedParameter = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of what the client has: while that is so, the answer is 304.",
  schema: { type: "string" },
};
const ifMatch: DocumentedParameter = {
  name: "If-Match",
  in: "header",
  description:
    "The ETag of the state that shall be changed: where there is another by now, the answer is 412.",
  schema: { type: "string" },
};
const idempotencyKey: DocumentedParameter = {
  name: "Idempotency-Key",
  in: "header",
  description: `Made up by the client, anew for each thing to do. The same request with the same key is done once; for ${answerHours} hours it gets the answer of the first.`,
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};
const idParameter: DocumentedParameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The row's id.",
  schema: { type: "string", format: "uuid" },
};
const pageParameters: DocumentedParameter[] = [
  {
    name: "limit",
    in: "query",
    description: "How many at most.",
    schema: { type: "integer", minimum: 1, maximum: largestPage, default: usualPage },
  },
  {
    name: "cursor",
    in: "query",
    description: "The `next` of the page before; the first page without it.",
    schema: { type: "string" },
  },
];

function documented(operation: Operation): DocumentedOperation {
  const { kind, resource, path } = operation;
  const { one, many } = resource.name;
  const ref = { $ref: `#/components/schemas/${schemaName(resource)}` };
  const row = { content: { "application/json": { schema: ref } }, headers: etag };
  const hasId = path.includes("{id}");
  const parameters = [...(hasId ? [idParameter] : []), ...parametersOf(operation)];
  const body = bodyOf(operation);
  const summaries = {
    list: `List the ${many}, the newest first`,
    get: resource.isSingle ? `Read the ${one}` : `Read one ${one}`,
    create: `Add one ${one}`,
    update: `Change the ${one}: the fields that are sent`,
    remove: `Delete the ${one}`,
    reorder: `Put the ${many} in order`,
  };
  const answers: Record<Operation["kind"], Record<string, DocumentedAnswer>> = {
    list: {
      200: {
        description: `A page of ${many}`,
        content: { "application/json": { schema: pageSchema(ref) } },
        headers: { ...etag, Link: text('The next page, as rel="next"; on the last one there is none.') },
      },
      304: { description: "As the client has it", headers: etag },
    },
    get: {
      200: { description: capital(one), ...row },
      304: { description: "As the client has it", headers: etag },
    },
    create: {
      201: {
        description: "Added",
        content: row.content,
        headers: { ...etag, Location: text("Its address.") },
      },
    },
    update: { 200: { description: "Changed", ...row } },
    remove: { 204: { description: "Deleted" } },
    reorder: { 204: { description: "In order" } },
  };
  return {
    operationId: `${kind}${pascal(kind === "list" || kind === "reorder" ? many : one)}`,
    summary: summaries[kind],
    description: `${resource.about} Needs the scope ${scopeOf(operation)}.`,
    tags: [resource.area],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: jsonSchema(body, "input") },
          ...(kind === "update" && { "application/merge-patch+json": { schema: jsonSchema(body, "input") } }),
        },
      },
    }),
    responses: { ...answers[kind], ...problemsOf(operation) },
  };
}

function pageSchema(items: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      items: { type: "array", items, maxItems: largestPage },
      next: { type: ["string", "null"], description: "The `cursor` of the next page; null on the last one." },
    },
    required: ["items", "next"],
    additionalProperties: false,
  };
}

function parametersOf({ kind }: Operation): DocumentedParameter[] {
  switch (kind) {
    case "list":
      return [...pageParameters, ifNoneMatch];
    case "get":
      return [ifNoneMatch];
    case "create":
      return [idempotencyKey];
    case "update":
    case "remove":
      return [ifMatch];
    case "reorder":
      return [];
  }
}

function problemsOf(operation: Operation): Record<string, DocumentedAnswer> {
  const { kind, path, resource } = operation;
  const hasBody = bodyOf(operation) !== undefined;
  const isWrite = kind !== "list" && kind !== "get";
  const isOne = path.includes("{id}") || resource.isSingle === true || kind === "reorder";
  return {
    400: problem("It can't be read"),
    401: {
      ...problem("No key, or one that opens nothing"),
      headers: { "WWW-Authenticate": text("Bearer") },
    },
    403: problem("The key lacks the scope"),
    ...(isOne && { 404: problem("There is none of yours with this id") }),
    ...(isWrite && { 409: problem("It can't be done as things are") }),
    ...(hasBody && {
      413: problem("It is too much"),
      415: problem("It isn't JSON"),
      422: problem("Some fields were refused"),
    }),
    ...((kind === "update" || kind === "remove") && { 412: problem("It was changed since it was read") }),
    429: retryLater(`More than ${keyLimit.tries} requests in ${keyLimit.windowSeconds / 60} minutes`),
    503: retryLater("The database is out of reach"),
  };
}
