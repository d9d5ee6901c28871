import { ensureBuilt } from "../../server/build.ts";
import { prepareJourneyBrowser } from "./chromium.ts";

/** The journeys need the screens as they are now, and a browser. */
export default async function setUp(): Promise<void> {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`));
  prepareJourneyBrowser();
}
