import { prepareJourneyBrowser } from "./chromium.ts";

/** Tests of scripts for the browser need nothing else. */
export default prepareJourneyBrowser;
