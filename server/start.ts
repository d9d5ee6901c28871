// First: React chooses its build when it is loaded.
import "./mode.ts";

import cluster from "node:cluster";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// For later starts and for workers. Where nothing can be written there, modules are compiled each time.
enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));

// A process loads what it needs alone: the supervisor of several workers has no screens.
if (cluster.isPrimary) {
  const { startOrExit } = await import("./start/supervisor.ts");
  const { atRest } = await import("./backup/browser-restore.ts");
  await startOrExit(atRest());
} else {
  const { workForSupervisor } = await import("./start/worker-process.ts");
  workForSupervisor();
}
