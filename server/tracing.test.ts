import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { withRequestId } from "./request-id.ts";
import { startTracing } from "./tracing.ts";
import { watched } from "./watching.ts";

const attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              status: z.object({ code: z.number().optional() }),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A collector that takes OTLP as JSON over HTTP. */
async function startCollector() {
  const bodies: string[] = [];
  const paths: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url);
    bodies.push(await text(request));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${Object(address).port}`);
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test");
  onTestFinished(() => void vi.unstubAllEnvs());
  return { bodies, paths };
}

test("what a request does arrives as one trace, which names no person", async () => {
  const { bodies, paths } = await startCollector();
  const tracing = await startTracing({ share: 1 });
  await withRequestId("cafe-1", () =>
    watched({ kind: "request", name: "POST other" }, async () => {
      await watched({ kind: "action", name: "pages/artist/artist.route" }, () =>
        watched({ kind: "transaction", name: "visitor" }, async () => {}),
      );
      await watched({ kind: "mail", name: "single", id: "1", outcome: "away" }, () =>
        Promise.reject(new Error("fan@fans.example was not reached")),
      ).catch(() => {});
    }),
  );
  await withRequestId("cafe-1", () => watched({ kind: "job", name: "mail.send" }, async () => {}));
  await watched({ kind: "sign of life", name: "listener" }, async () => {});
  await tracing.close();
  await watched({ kind: "request", name: "GET too late" }, async () => {});

  expect(paths).toEqual(["/v1/traces"]);
  expect(bodies.join()).not.toMatch(/fan@|fans\.example/);
  const { resourceSpans } = exported.parse(JSON.parse(bodies[0] ?? ""));
  const resource = Object.fromEntries(
    resourceSpans.flatMap(({ resource }) =>
      resource.attributes.map(({ key, value }) => [key, value.stringValue]),
    ),
  );
  expect(resource).toMatchObject({ "service.name": "handbill", "deployment.environment": "test" });
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named("request POST other");
  const action = named("action pages/artist/artist.route");
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    "action pages/artist/artist.route",
    "job mail.send",
    "mail single",
    "request POST other",
    "transaction visitor",
  ]);
  expect(action).toMatchObject({ parentSpanId: request?.spanId, traceId: request?.traceId });
  expect(named("transaction visitor")).toMatchObject({ parentSpanId: action?.spanId });
  expect(named("mail single")).toMatchObject({ parentSpanId: request?.spanId, status: { code: 2 } });
  expect(named("job mail.send")?.traceId).not.toBe(request?.traceId);
  for (const { attributes } of spans) {
    expect(attributes).toContainEqual({ key: "handbill.request_id", value: { stringValue: "cafe-1" } });
  }
});

test("of a share of none nothing is sent", async () => {
  const { bodies } = await startCollector();
  const tracing = await startTracing({ share: 0 });
  await watched({ kind: "request", name: "GET page" }, async () => {});
  await tracing.close();
  expect(bodies).toEqual([]);
});
