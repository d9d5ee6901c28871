import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@opentelemetry/api";
import { currentRequestId } from "./request-id.ts";
import { version } from "./version.ts";
import { type Operation, watchWith } from "./watching.ts";

// Traces, for those who have a collector: off unless OpenTelemetry's own environment variables ask for them, and nothing of it is
// loaded until then. Where they go, and with which headers, is read from those variables by the exporter itself.

export interface TraceSettings {
  /** Whether a trace is taken where no other has decided: always, never, or so many of all. */
  share: number;
}

/** When Handbill stops, a collector that doesn't answer is waited for so long. */
const flushWithinMs = 2_000;

/** Makes a span of each operation, within the one that it is part of. @returns what ends it and sends the rest */
export async function startTracing({ share }: TraceSettings): Promise<{ close(): Promise<void> }> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const { serviceNameEnvDetector, resourceAttributesEnvDetector } = resources;
  const own = { "service.name": "handbill", "service.version": version };
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes(own)
      .merge(
        resources.detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
      ),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("handbill", version);
  const current = new AsyncLocalStorage<Context>();
  const kinds: Partial<Record<Operation["kind"], number>> = {
    request: SpanKind.SERVER,
    job: SpanKind.CONSUMER,
    mail: SpanKind.CLIENT,
    storage: SpanKind.CLIENT,
    transaction: SpanKind.CLIENT,
  };

  const stopWatching = watchWith((operation, work) => {
    const { kind, name } = operation;
    if (kind === "sign of life") return work();
    // A job's trace is its own; the request that caused it has the same id.
    const parent = (kind !== "job" && current.getStore()) || ROOT_CONTEXT;
    const span = tracer.startSpan(`${kind} ${name}`, { kind: kinds[kind] ?? SpanKind.INTERNAL }, parent);
    const requestId = currentRequestId();
    if (requestId) span.setAttribute("handbill.request_id", requestId);
    return current.run(trace.setSpan(parent, span), async () => {
      try {
        return await work();
      } catch (error) {
        // Its words may name a person.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        if (operation.outcome) span.setAttribute("handbill.outcome", operation.outcome);
        span.end();
      }
    });
  });
  return {
    async close() {
      stopWatching();
      await Promise.race([
        provider.shutdown().catch(() => {}),
        sleep(flushWithinMs, undefined, { ref: false }),
      ]);
    },
  };
}
