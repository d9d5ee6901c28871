import { ensureBuilt } from "../../server/build.ts";
import { prepareJourneyBrowser, tryToInstall } from "./chromium.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

/** The journeys need the screens as they are now, a browser, and the other two where they can be had. */
export default async function setUp(): Promise<void> {
  await ensureBuilt((line) => process.stdout.write(`${line}\n`));
  prepareJourneyBrowser();
  const others = [firefox, webkit].flatMap(({ packages, isHere }) =>
    packages.map((name): [string, boolean] => [name, isHere()]),
  );
  tryToInstall(Object.fromEntries(others));
}
