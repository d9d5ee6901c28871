/** Whether the server was started for developing, with live reload. */
export const development = process.argv.includes("--dev");

// React chooses its build by this when it is first loaded, so `start.ts` imports this module before all others.
process.env.NODE_ENV = development ? "development" : "production";

/**
 * npm passes its signals on to this process, as no shell stands between (its scripts begin with `exec`). Where npm
 * itself is killed, only its disappearance shows it.
 */
export const startedByNpm = process.env.npm_lifecycle_event !== undefined;
