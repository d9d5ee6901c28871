import { createLogger } from "../../server/log.ts";

export const testSecret = "the tests' own session secret, long enough";
export const testLog = createLogger("silent");
