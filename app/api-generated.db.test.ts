import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type DocumentedOperation, documentOf, type JsonSchema } from "#server/api/openapi.ts";
import { makeWorld } from "../tests/factories/world.ts";
import { askApi, keyFor } from "../tests/harness/api.ts";
import { freshServices } from "../tests/harness/services.ts";
import { apiResources } from "./pages/api/resources.server.ts";

// Requests that are made of the document: whatever is sent, no answer is a fault, and each is as the document says.

let services: Awaited<ReturnType<typeof freshServices>>;
let key: string;

beforeAll(async () => {
  services = await freshServices();
  const world = await makeWorld(services.db);
  key = await keyFor(services, world.asA.me.id);
  // What a key may ask in five minutes is another test's.
  services.limits.spend = async () => {};
});
afterAll(() => services[Symbol.asyncDispose]());

const document = documentOf(apiResources, "http://localhost:3000");
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The document's schema for an answer of this status; undefined where there is no body. */
function answerSchema({ responses }: DocumentedOperation, status: number): z.ZodType | undefined {
  const content = Object.values(responses[status]?.content ?? {})[0];
  if (!content) return undefined;
  const text = JSON.stringify({ ...content.schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

/** Values that a schema allows. */
function allowed(schema: JsonSchema | boolean): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return fc.jsonValue();
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowed));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { type, minLength = 0, maxLength = 300, minimum = 0, maximum = 1000, items = true } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: minimum, max: maximum });
    case "array":
      return fc.array(allowed(Array.isArray(items) ? true : items), { maxLength: 4 });
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, allowed(one)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return text(schema.format, minLength, maxLength);
  }
}

function text(format: string | undefined, minLength: number, maxLength: number): fc.Arbitrary<unknown> {
  const days = fc.date({ min: new Date("1890-01-01"), max: new Date("2210-01-01"), noInvalidDate: true });
  if (format === "uuid") return fc.uuid({ version: 4 });
  if (format === "date") return days.map((day) => day.toISOString().slice(0, 10));
  if (format === "time") return days.map((day) => day.toISOString().slice(11, 19));
  if (format === "date-time") return days.map((day) => day.toISOString());
  return fc.oneof(
    fc.string({ unit: "binary", minLength, maxLength: Math.min(maxLength, 40) }),
    fc.constantFrom(
      "Night",
      "https://example.org/x",
      "Europe/Berlin",
      "x".repeat(maxLength),
      "all",
      "a@example.org",
    ),
  );
}

/** What the schema allows, the same with a field that it doesn't, or anything. */
function bodies(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fit = allowed(schema);
  const names = Object.keys(schema.properties ?? {});
  const spoilt = fc
    .tuple(fit, fc.constantFrom("user_id", ...names), fc.jsonValue())
    .map(([body, name, value]) => ({ ...Object(body), [name]: value }));
  return fc.oneof({ weight: 4, arbitrary: fit }, { weight: 2, arbitrary: spoilt }, fc.jsonValue());
}

/** Ids of the account's own rows, and one that nobody has. */
async function idsAt({ path }: { path: string }): Promise<string[]> {
  const list = path.slice(1).replace(/\/(\{id\}|order)$/, "");
  const { json } = await askApi(services, "GET", `${list}?limit=20`, { key });
  const ids: string[] = (json.items ?? []).map(({ id }: { id: string }) => id);
  return [...ids, "00000000-0000-4000-8000-000000000000"];
}

test.each(operations)("$method $path", { timeout: 60_000 }, async ({ path, method, operation }) => {
  const ids = path === "/profile" ? [""] : await idsAt({ path });
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const conditions = fc.constantFrom<Record<string, string>>(
    {},
    { "If-Match": "*" },
    { "If-Match": '"old"' },
    { "If-None-Match": "*" },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ids),
      schema ? bodies(schema) : fc.constant(undefined),
      conditions,
      fc.constantFrom("", "?limit=2", "?limit=0", "?cursor=x", "?other=1"),
      async (id, json, headers, query) => {
        const body =
          path.endsWith("/order") && Math.abs(JSON.stringify(json).length) % 2
            ? { order: ids.slice(0, -1) }
            : json;
        const at = `${path.slice(1).replace("{id}", id)}${method === "GET" ? query : ""}`;
        const {
          status,
          json: answer,
          text,
        } = await askApi(services, method, at, { key, headers, json: body });
        expect(Object.keys(operation.responses).map(Number), text).toContain(status);
        expect(status).toBeLessThan(500);
        answerSchema(operation, status)?.parse(answer);
      },
    ),
    // The same requests in each run: a test that fails, fails again.
    { numRuns: 12, seed: 21 },
  );
});
