import type { IncomingMessage, ServerResponse } from "node:http";
import { avifAddress, largestAddress } from "../../app/shared/picture.ts";
import { privateFilesPath, storedFilesPath } from "../../app/shared/server-paths.ts";
import { t } from "../../app/shared/t.ts";
import { keptArchive } from "../backup/kept-archives.ts";
import type { Actor, NamedStatement } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { AvifPictures } from "../media/avif-pictures.ts";
import type { Services } from "../services.ts";
import { serveStored } from "./media.ts";
import type { PublicFiles } from "./public-files.ts";

/**
 * Serves `/uploads/{folder}/{user id}/{name}` to those who may see the row that names the file: row-level security
 * answers that, so a hidden track's file is 404 to everyone but its owner. [decisions: Media] Browsers that know AVIF get
 * covers and portraits as that, once it is made.
 */
export async function serveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  services: Services,
  { isPublic }: Pick<PublicFiles, "isPublic">,
  avifPictures: AvifPictures,
  viewerOf: (services: Services, cookies: string | undefined) => Promise<{ userId: string } | null>,
): Promise<void> {
  const { db, storage } = services;
  const address = decodeURIComponent(path);
  if (!(await isPublic(address, () => mayReadFile(db.asVisitor(), address)))) {
    const viewer = await viewerOf(services, request.headers.cookie);
    if (!viewer || !(await mayReadFile(db.asMusician(viewer.userId), address)))
      throw new AppError("not-found", t("This file does not exist."));
  }
  const avif = avifAddress(address);
  const isAvif = avif && knowsAvif.test(request.headers.accept ?? "") && (await avifPictures.has(address));
  const shown = isAvif ? avif : address;
  await serveStored(request, response, storage, shown.slice(`${storedFilesPath}/`.length), {
    ...(avif && { vary: "Accept" }),
  });
}

const knowsAvif = /\bimage\/avif\b/;

/**
 * Serves `/private/{token}/uploads/{folder}/{user id}/{name}` as long as the private link with this token holds: what its
 * track or release is heard from, and the covers; also the original of a track that has a copy for playing, because who
 * began before the copy was made hears the original to its end. No cache keeps it, so that it ends with the link.
 */
export async function servePrivately(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { db, storage }: Services,
): Promise<void> {
  const [token = "", ...rest] = decodeURIComponent(path.slice(privateFilesPath.length + 1)).split("/");
  const address = `/${rest.join("/")}`;
  if (!(await isLent(db, token, address))) throw new AppError("not-found", t("This file does not exist."));
  await serveStored(request, response, storage, address.slice(`${storedFilesPath}/`.length), {
    cacheControl: "private, no-store",
  });
}

/**
 * Serves the archive that an account has asked for, to the account itself, as long as it is kept. A download that broke off
 * goes on where it was.
 */
export async function serveArchive(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
  viewerOf: (services: Services, cookies: string | undefined) => Promise<{ userId: string } | null>,
): Promise<void> {
  const viewer = await viewerOf(services, request.headers.cookie);
  if (!viewer) throw new AppError("unauthenticated", t("Please sign in to continue."));
  const archive = await keptArchive(services, viewer.userId);
  if (!archive) throw new AppError("not-found", t("There is no archive any more. Make one under Your data."));
  const title = `handbill-${archive.madeAt.toISOString().slice(0, 10)}`;
  await serveStored(request, response, archive.storage, "archive.zip", {
    download: title,
    cacheControl: "private, no-store",
  });
}

/** Whether the private link with this token lends the file at this address; so a smaller size of a picture. */
export async function isLent(db: Services["db"], token: string, address: string): Promise<boolean> {
  const found = await db.asSystem().readOnce(privateLinkOfFile, [token, largestAddress(address)]);
  return found.length > 0;
}

const privateLinkOfFile = {
  name: "private-link-of-file",
  text: `
    select link.id
    from app.private_link($1) link
    where exists (
        select from music_tracks track
        where $2 in (track.playback_url, track.file_url, track.cover_image)
          and (track.id = link.track_id or track.is_visible and track.id in (
            select track_id from release_tracks where release_id = link.release_id)))
      or exists (select from releases where id = link.release_id and cover_image = $2)`,
};

const readableFile: NamedStatement<{ readable: boolean }> = {
  name: "readable-file",
  text: "select app.may_read_file($1) as readable",
};

/** Whether the actor may read the file at this address; a smaller size of a picture, where they may read the largest. */
export async function mayReadFile(reader: Actor, address: string): Promise<boolean> {
  const [row] = await reader.readOnce(readableFile, [largestAddress(address)]);
  return row?.readable === true;
}
