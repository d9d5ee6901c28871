import type * as Front from "../../app/front.server.ts";
import { builtScreensModule, ensureBuilt } from "../build.ts";
import { printLine } from "./command.ts";

/** Loads the features' rules and checks that commands share with the screens, built when they aren't yet. */
export async function loadFront(): Promise<typeof Front> {
  await ensureBuilt(printLine);
  // React chooses its build when it is loaded.
  process.env.NODE_ENV ??= "production";
  return (await builtScreensModule()).entry.module;
}
