import { builtScreensModule } from "../build.ts";
import { createLimits } from "../http/limits.ts";
import { appFrom, visitorOf } from "../http/request-listener.ts";
import { createSemaphores } from "../semaphores.ts";
import { createSite } from "../site-settings.ts";
import type { Visit } from "../static-copy/artist-copy.ts";
import type { Parts } from "./command.ts";

/**
 * Renders pages within a command, as a server would for visitors. Commands import this when they run: React chooses its
 * build when it is loaded.
 */
export async function visitOf(parts: Parts): Promise<Visit> {
  const app = appFrom(await builtScreensModule(), parts.config, "production");
  const services = {
    ...parts,
    limits: createLimits(parts.db),
    semaphores: createSemaphores(),
    site: createSite(parts),
  };
  return visitorOf(app, services);
}
