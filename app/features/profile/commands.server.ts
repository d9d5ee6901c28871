import { type Reader, violates } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { StoredPicture } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import {
  missingPictureText,
  notSavedText,
  type PictureKind,
  pictureKinds,
  profileFirstText,
} from "./picture-kinds";
import { customUrlIsFree, heldProfile } from "./queries.server";
import { type ProfileAction, type ProfileForm, profileValues, takenText } from "./schema";

/**
 * Executes an action of the profile's screen.
 * @throws AppError as the command that it is about
 */
export async function executeProfileAction(services: Services, userId: string, form: ProfileAction) {
  if (form.intent === "delete-picture") {
    await deletePicture(services, userId, form.id);
    return { deleted: form.id };
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
      await tx.updateTable("musician_profiles").set(fields).where("user_id", "=", userId).execute();
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
 * Gives the profile a stored picture. Saving the same one again, as a retry after a crash does, changes nothing. What
 * The replaced picture's file is deleted by itself. [2 §4 Image save flow]
 * @throws AppError as `requireProfile`, and `too-large` when the library is full; in the documented words [2 §8]
 */
export async function savePicture(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  kind: PictureKind,
  picture: StoredPicture,
): Promise<void> {
  try {
    await db.asMusician(userId).write(async (tx) => {
      await requireProfile(tx, userId);
      await recordPicture(tx, config, userId, picture);
      await tx
        .updateTable("musician_profiles")
        .set({ ...inColumn(kind, picture.src), updated_at: new Date() })
        .where("user_id", "=", userId)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.kind, notSavedText(kind, error.publicText), { cause: error });
  }
}

/**
 * Takes a picture off the profile; its files go after it.
 * @throws AppError `not-found` when there is none
 */
export async function deletePicture(
  { db }: Pick<Services, "db">,
  userId: string,
  kind: PictureKind,
): Promise<void> {
  const removed = await db.asMusician(userId).write((tx) =>
    tx
      .updateTable("musician_profiles")
      .set({ ...inColumn(kind, null), updated_at: new Date() })
      .where("user_id", "=", userId)
      .where(pictureKinds[kind].column, "is not", null)
      .executeTakeFirst(),
  );
  if (removed.numUpdatedRows === 0n) throw new AppError("not-found", "This picture does not exist.");
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
  if (!account) throw new AppError("not-found", missingPictureText);
  if (!account.profile) throw new AppError("conflict", profileFirstText);
}

function inColumn(kind: PictureKind, address: string | null) {
  return kind === "avatar" ? { avatar_url: address } : { cover_image: address };
}

function taken(customUrl: string, cause?: unknown): AppError {
  return new AppError("conflict", takenText(customUrl), { field: "custom_url", cause });
}
