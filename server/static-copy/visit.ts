import { randomUUID } from "node:crypto";
import { type App, contextFor } from "../http/request-listener.ts";
import type { Services } from "../services.ts";
import type { Visit } from "./artist-copy.ts";

/** @param loadApp loads the screens, which render the pages to copy */
export function createVisit(services: Services, loadApp: () => Promise<App>): Visit {
  return async (path) => {
    const app = await loadApp();
    const context = contextFor(app, services, { network: "copy", requestId: randomUUID() });
    context.set(app.exports.copyContext, true);
    return app.handle(new Request(new URL(path, services.config.origin)), context);
  };
}
