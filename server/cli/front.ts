import type * as Front from "../../app/front.server.ts";
import { builtScreensModule, ensureBuilt } from "../build.ts";
import { say } from "./command.ts";

/** What the features lend to commands: rules and checks that the screens have as well, built when they aren't yet. */
export async function loadFront(): Promise<typeof Front> {
  await ensureBuilt(say);
  // React chooses its build when it is loaded.
  process.env.NODE_ENV ??= "production";
  return (await builtScreensModule()).entry.module;
}
