// First: React chooses its build when it is loaded.
import "./mode.ts";

import { atRest } from "./backup/browser-restore.ts";
import { startOrExit } from "./start/supervisor.ts";

await startOrExit(atRest());
