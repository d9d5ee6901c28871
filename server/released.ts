import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether this is a release (`npm run release`): it holds the built screens, and nothing to build them with. */
export const released = !existsSync(join(import.meta.dirname, "..", "vite.config.ts"));

/** What an operator types before a command here. */
export const program = released ? "handbill" : "npm run admin --";
