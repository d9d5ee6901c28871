// The addresses that the server answers itself, before any route. No custom URL may be one of their words.

/** The client's built files. */
export const assetsPath = "/assets";
/** Below it are the stored files: /uploads/{folder}/{user id}/{name}. */
export const storedFilesPath = "/uploads";
/** Below it are the same files for those who have a private link: /private/{token}/uploads/… */
export const privateFilesPath = "/private";
/** The archive of the account that asks. */
export const archivePath = "/account/export";
/** Where files are sent to. */
export const uploadPath = "/upload";
/** Where the archive of a backup is sent to that an empty installation takes, and where it says how far it is. */
export const restoreArchivePath = "/restore/archive";
export const restoreStatePath = "/restore/state";
/** Where browsers listen for updates. */
export const livePath = "/live";
/** Where a page reports its visits to: in the path's own name, because blockers of spies know the usual ones. */
export const counterPath = "/count";
/** Where tools ask whether the process lives, balancers whether it is ready, and monitors for numbers. */
export const alivePath = "/healthz";
export const readyPath = "/readyz";
export const metricsPath = "/metrics";
