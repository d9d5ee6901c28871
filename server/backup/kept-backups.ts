import { join } from "node:path";
import type { Config } from "../config.ts";

/** Where the archives lie that admins make in the browser, for the server's account alone to read. */
export const backupsFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "backups");

/** Why a backup has failed whose process was ended. */
export const diedText = "The server was ended meanwhile. Make another.";
