import { createLogger } from "../../server/log.ts";

export const testSecret = "the tests' own session secret, long enough";
export const testLog = createLogger("silent");

/** The password of every account that a test makes. */
export const password = "Night-Bus-42";
