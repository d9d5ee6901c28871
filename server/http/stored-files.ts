import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "kysely";
import { largestAddress } from "../../app/shared/picture.ts";
import { storedFilesPath } from "../../app/shared/server-paths.ts";
import type { Actor } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import { serveStored } from "./media.ts";
import type { PublicFiles } from "./public-files.ts";

/**
 * Serves `/uploads/{folder}/{user id}/{name}` to those who may see the row that names the file: row-level security
 * answers that, so a hidden track's file is 404 to everyone but its owner. [decisions: Media]
 */
export async function serveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  services: Services,
  { isPublic }: Pick<PublicFiles, "isPublic">,
  viewerOf: (services: Services, cookies: string | undefined) => Promise<{ userId: string } | null>,
): Promise<void> {
  const { db, storage } = services;
  const address = decodeURIComponent(path);
  if (!(await isPublic(address, () => mayReadFile(db.asVisitor(), address)))) {
    const viewer = await viewerOf(services, request.headers.cookie);
    if (!viewer || !(await mayReadFile(db.asMusician(viewer.userId), address)))
      throw new AppError("not-found", "This file does not exist.");
  }
  await serveStored(request, response, storage, address.slice(`${storedFilesPath}/`.length));
}

/** Whether the actor may read the file at this address; a smaller size of a picture, where they may read the largest. */
export function mayReadFile(reader: Actor, address: string): Promise<boolean> {
  return reader.read(async (tx) => {
    const { rows } = await sql<{
      readable: boolean;
    }>`select app.may_read_file(${largestAddress(address)}) as readable`.execute(tx);
    return rows[0]?.readable === true;
  });
}
