import type { Server } from "node:http";
import { join } from "node:path";
import { builtScreensModule } from "../build.ts";
import type { Config } from "../config.ts";
import { appFrom, type ListenerParts } from "../http/request-listener.ts";
import { createStatic } from "../http/static.ts";

const root = join(import.meta.dirname, "..", "..");

export type Screens = Pick<ListenerParts, "loadApp" | "serveStatic">;

/** The screens as they were built. */
export async function builtScreens(config: Config): Promise<Screens> {
  const app = appFrom(await builtScreensModule(), config, "production");
  return {
    loadApp: () => Promise.resolve(app),
    serveStatic: await createStatic(join(root, "build", "client")),
  };
}

/** The screens as they are written, loaded anew with each request. @param server gets Vite's live reload */
export async function developmentScreens(server: Server, config: Config): Promise<Screens> {
  const { createServer: createVite } = await import("vite");
  const own = process.listeners("SIGTERM");
  const vite = await createVite({
    root,
    server: { middlewareMode: { server }, hmr: { server } },
    appType: "custom",
  });
  // Vite's would end the process before the database has stopped.
  for (const listener of process.listeners("SIGTERM")) {
    if (!own.includes(listener)) process.off("SIGTERM", listener);
  }
  return {
    async loadApp() {
      const build = await vite.ssrLoadModule("virtual:react-router/server-build");
      return appFrom(build as Parameters<typeof appFrom>[0], config, "development");
    },
    serveStatic: (request, response) =>
      new Promise((resolve, reject) => {
        response.once("close", () => resolve(true));
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)));
      }),
  };
}
