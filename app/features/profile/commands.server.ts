import { type Reader, violates, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { requireRoom } from "#server/files/quota.ts";
import { type ImageSource, type StoredPicture, storeImage } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import { savedTranslations } from "#server/row-translations.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { t } from "~/shared/t";
import type { CropShares } from "./crop";
import {
  missingPictureText,
  notSavedText,
  type PictureKind,
  pictureKinds,
  profileFirstText,
  replacedMeanwhileText,
} from "./picture-kinds";
import { customUrlIsFree, heldProfile, ownOriginals } from "./queries.server";
import { type ProfileAction, type ProfileForm, profileValues, takenText, translatedColumns } from "./schema";

/**
 * Executes an action of the profile's screen.
 * @throws AppError as the command that it is about
 */
export async function executeProfileAction(services: Services, userId: string, form: ProfileAction) {
  if (form.intent === "delete-picture") {
    await deletePicture(services, userId, form.id);
    return { deleted: form.id };
  }
  if (form.intent === "move-picture") {
    const { intent: _, id, original, ...shares } = form;
    await movePicture(services, userId, id, original, shares);
    return { moved: id };
  }
  const { intent: _, ...profile } = form;
  await saveProfile(services, userId, profile);
  return { saved: true, stored: profileValues(profile) };
}

/**
 * Creates or updates the musician's profile. Of two who save the same custom URL at once, one is refused. A custom URL
 * whose check fails counts as taken. [2 §5]
 * @throws AppError `conflict` on `custom_url` when another has it, or when it is one of the site's own words
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function saveProfile(
  { db }: Pick<Services, "db">,
  userId: string,
  { version, ...profile }: ProfileForm,
): Promise<void> {
  try {
    await db.asMusician(userId).write(async (tx) => {
      const { custom_url } = profile;
      if (custom_url) {
        const isFree = await customUrlIsFree(tx, custom_url, userId).catch((error: unknown) => {
          throw taken(custom_url, error);
        });
        if (!isFree) throw taken(custom_url);
      }
      const fields = { ...profile, updated_at: new Date() };
      const first = await tx
        .insertInto("musician_profiles")
        .values({ user_id: userId, ...fields })
        .onConflict((conflict) => conflict.column("user_id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (first) return;
      const held = await heldProfile(tx, userId);
      requireVersion(version, profileValues(held), profileValues(profile));
      const translations = savedTranslations(held.translations, translatedColumns, profile.translations);
      await tx
        .updateTable("musician_profiles")
        .set({ ...fields, translations })
        .where("user_id", "=", userId)
        .execute();
    });
  } catch (error) {
    if (
      violates(error, "musician_profiles_custom_url_key") ||
      violates(error, "musician_profiles_custom_url_reserved")
    ) {
      throw taken(profile.custom_url ?? "", error);
    }
    throw error;
  }
}

/**
 * Stores a picture of the profile, in its frame's size.
 * @param cut `at`: milliseconds since 1970, which its name holds; `shares`: the part of the source that shows, without
 * which it is as much as fits
 * @throws AppError as `storeImage`
 */
export function cutPicture(
  { storage }: Pick<Services, "storage">,
  userId: string,
  kind: PictureKind,
  { source, at, shares }: { source: ImageSource; at: number; shares?: CropShares },
): Promise<StoredPicture> {
  return storeImage(storage, {
    folder: "avatars",
    userId,
    name: `${kind}-${userId}-${at}`,
    source,
    frame: pictureKinds[kind].frame,
    ...(shares && {
      area: {
        x: shares.crop_x,
        y: shares.crop_y,
        width: shares.crop_width,
        height: shares.crop_height,
      },
    }),
  });
}

/** A row of `picture_originals`. */
interface NewOriginal extends CropShares {
  /** The stored file's address. */
  file_url: string;
  /** Bytes. */
  file_size: number;
}

/**
 * Gives the profile a stored picture. Saving the same one again, as a retry after a crash does, changes nothing. The
 * replaced picture's files are deleted by themselves. [2 §4 Image save flow]
 * @param original what it was cut from, where that is kept
 * @throws AppError as `requireProfile`, and `too-large` when the library is full; in the documented words [2 §8]
 */
export async function savePicture(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  kind: PictureKind,
  picture: StoredPicture,
  original?: NewOriginal,
): Promise<void> {
  try {
    await db.asMusician(userId).write(async (tx) => {
      await requireProfile(tx, userId);
      if (original) {
        await tx
          .insertInto("picture_originals")
          .values({ user_id: userId, kind, ...original })
          .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet(original))
          .execute();
        await requireRoom(tx, config, userId, original.file_size);
      } else {
        await deleteOriginal(tx, userId, kind);
      }
      await recordPicture(tx, config, userId, picture);
      await setPicture(tx, userId, kind, picture.src);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.kind, notSavedText(kind, error.publicText), { cause: error });
  }
}

/**
 * Shows another part of what a picture was cut from.
 * @param address the original's, as the musician has seen it
 * @throws AppError `conflict` when the picture is another one by now; `too-large` when the library is full; as `storeImage`
 */
export async function movePicture(
  services: Pick<Services, "db" | "config" | "storage">,
  userId: string,
  kind: PictureKind,
  address: string,
  shares: CropShares,
): Promise<void> {
  const { db, config, storage } = services;
  const originals = await db.asMusician(userId).read((tx) => ownOriginals(tx, userId));
  if (originals[kind]?.src !== address) throw new AppError("conflict", t(replacedMeanwhileText));
  const picture = await storage.borrow(address.slice("/uploads/".length), (source) =>
    cutPicture(services, userId, kind, { source, at: Date.now(), shares }),
  );
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("picture_originals")
      .set(shares)
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .where("file_url", "=", address)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conflict", t(replacedMeanwhileText));
    await recordPicture(tx, config, userId, picture);
    await setPicture(tx, userId, kind, picture.src);
  });
}

/**
 * Takes a picture off the profile; its files go after it, with what it was cut from.
 * @throws AppError `not-found` when there is none
 */
export async function deletePicture(
  { db }: Pick<Services, "db">,
  userId: string,
  kind: PictureKind,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("musician_profiles")
      .set({ ...inColumn(kind, null), updated_at: new Date() })
      .where("user_id", "=", userId)
      .where(pictureKinds[kind].column, "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("not-found", t("This picture does not exist."));
    await deleteOriginal(tx, userId, kind);
  });
}

async function setPicture(tx: Writer, userId: string, kind: PictureKind, address: string): Promise<void> {
  await tx
    .updateTable("musician_profiles")
    .set({ ...inColumn(kind, address), updated_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
}

async function deleteOriginal(tx: Writer, userId: string, kind: PictureKind): Promise<void> {
  await tx.deleteFrom("picture_originals").where("user_id", "=", userId).where("kind", "=", kind).execute();
}

/**
 * A picture belongs to a profile, which belongs to an account.
 * @throws AppError `conflict` while there is no profile, `not-found` when the account is gone
 */
export async function requireProfile(tx: Reader, userId: string): Promise<void> {
  const account = await tx
    .selectFrom("users")
    .leftJoin("musician_profiles", "musician_profiles.user_id", "users.id")
    .select("musician_profiles.id as profile")
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!account) throw new AppError("not-found", t(missingPictureText));
  if (!account.profile) throw new AppError("conflict", t(profileFirstText));
}

function inColumn(kind: PictureKind, address: string | null) {
  return kind === "avatar" ? { avatar_url: address } : { cover_image: address };
}

function taken(customUrl: string, cause?: unknown): AppError {
  return new AppError("conflict", takenText(customUrl), { field: "custom_url", cause });
}
