import { randomBytes, randomUUID } from "node:crypto";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type {
  BackgroundOptions,
  DeletedItems,
  Events,
  FormerAddresses,
  FormerMusicSlugs,
  MusicTracks,
  PageLinks,
  PaymentLinks,
  PhotoGallery,
  PictureOriginals,
  PressKits,
  PrivateLinks,
  ReleaseLinks,
  ReleaseNotices,
  ReleaseReminders,
  Releases,
  ReleaseTracks,
  RenderedPages,
  SocialLinks,
  StoredImages,
  VideoGallery,
  WithdrawnEvents,
} from "../../server/db/schema.ts";
import { makeMusician } from "./accounts.ts";
import { serial } from "./serial.ts";

/** The address of an uploaded file. There is a row that names it, but no file behind it. */
export function uploadAddress(
  folder: "avatars" | "photos" | "music" | "press-kits",
  userId: string,
  name: string,
): string {
  return `/uploads/${folder}/${userId}/${name}`;
}

/** A visible track that may be downloaded. Without `user_id`, a new musician's; so with all that follow. */
export async function makeTrack(
  db: Database,
  overrides: Partial<Insertable<MusicTracks>> = {},
): Promise<Selectable<MusicTracks>> {
  const user_id = await ownerOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("music_tracks")
      .values({
        title: `Track ${number}`,
        file_url: uploadAddress("music", user_id, `track-${number}.mp3`),
        duration: 180,
        display_order: number,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A release without tracks that is published and out. */
export async function makeRelease(
  db: Database,
  overrides: Partial<Insertable<Releases>> = {},
): Promise<Selectable<Releases>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("releases")
      .values({
        title: `Release ${serial()}`,
        time_zone: "UTC",
        published_at: hoursFromNow(-1),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A fan who has confirmed that they want to be told when a release is out. */
export async function makeReminder(
  db: Database,
  { id, user_id }: Pick<Selectable<Releases>, "id" | "user_id">,
  overrides: Partial<Insertable<ReleaseReminders>> = {},
): Promise<Selectable<ReleaseReminders>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("release_reminders")
      .values({
        user_id,
        release_id: id,
        email: `reminded-${serial()}@example.org`,
        confirmed_at: new Date(),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The news of a release, which has begun to go out. */
export async function makeNotice(
  db: Database,
  { id, user_id }: Pick<Selectable<Releases>, "id" | "user_id">,
): Promise<Selectable<ReleaseNotices>> {
  return db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("release_notices")
        .values({ user_id, release_id: id })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
}

/** Puts a track at the end of a release of the same artist's. */
export async function makeReleaseTrack(
  db: Database,
  { id, user_id }: Pick<Selectable<Releases>, "id" | "user_id">,
  track_id: string,
  overrides: Partial<Insertable<ReleaseTracks>> = {},
): Promise<Selectable<ReleaseTracks>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("release_tracks")
      .values((is) => ({
        user_id,
        release_id: id,
        track_id,
        position: is
          .selectFrom("release_tracks")
          .select((of) => of(of.fn.coalesce(of.fn.max("position"), of.lit(0)), "+", of.lit(1)).as("next"))
          .where("release_id", "=", id),
        ...overrides,
      }))
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A link of a release to a service. */
export async function makeReleaseLink(
  db: Database,
  { id, user_id }: Pick<Selectable<Releases>, "id" | "user_id">,
  overrides: Partial<Insertable<ReleaseLinks>> = {},
): Promise<Selectable<ReleaseLinks>> {
  const position = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("release_links")
      .values({
        user_id,
        release_id: id,
        position,
        platform: "bandcamp",
        url: `https://example.org/release/${position}`,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A private link to a track or a release. */
export async function makePrivateLink(
  db: Database,
  overrides: Pick<Insertable<PrivateLinks>, "user_id"> & Partial<Insertable<PrivateLinks>>,
): Promise<Selectable<PrivateLinks>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("private_links")
      .values({
        name: `Friend ${serial()}`,
        token: randomBytes(16).toString("base64url"),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A photo that was deleted and can be brought back, with its file. */
export async function makeDeletedItem(
  db: Database,
  user_id: string,
  overrides: Partial<Insertable<DeletedItems>> = {},
): Promise<{ id: string; file: string }> {
  const id = randomUUID();
  const file = uploadAddress("photos", user_id, `deleted-${serial()}.webp`);
  await db.asSystem().write(async (tx) => {
    await tx
      .insertInto("deleted_items")
      .values({
        ...{ id, user_id, kind: "photo", name: "On stage" },
        content: JSON.stringify({ row: { id, user_id, image_url: file, caption: "On stage" } }),
        ...overrides,
      })
      .execute();
    await tx.insertInto("deleted_files").values({ item_id: id, user_id, url: file }).execute();
  });
  return { id, file };
}

/** A file that is on its way, with the piece of it that has arrived. */
export async function makeUpload(db: Database, user_id: string): Promise<{ id: string; piece: string }> {
  const id = `0123456789abcdef-${randomUUID()}`;
  const piece = `/uploads/unfinished/${user_id}/${randomUUID()}.part`;
  await db.asSystem().write(async (tx) => {
    const upload = { id, user_id, size: 20, received: 10, metadata: "kind dHJhY2s=" };
    await tx.insertInto("uploads").values(upload).execute();
    await tx.insertInto("upload_pieces").values({ upload_id: id, start: 0, url: piece }).execute();
  });
  return { id, piece };
}

/** An address that a track or a release has had before. */
export async function makeFormerMusicSlug(
  db: Database,
  overrides: Pick<Insertable<FormerMusicSlugs>, "user_id" | "kind" | "track_id" | "release_id">,
): Promise<Selectable<FormerMusicSlugs>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("former_music_slugs")
      .values({ slug: `former-${serial()}`, ...overrides })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makePhoto(
  db: Database,
  overrides: Partial<Insertable<PhotoGallery>> = {},
): Promise<Selectable<PhotoGallery>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("photo_gallery")
      .values({
        image_url: uploadAddress("photos", user_id, `photo-${serial()}.webp`),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A stored rendering of an artist's page. */
export async function makeRenderedPage(
  db: Database,
  overrides: Partial<Insertable<RenderedPages>> = {},
): Promise<Selectable<RenderedPages>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("rendered_pages")
      .values({
        path: `/artist/page-${serial()}`,
        variant: "x".repeat(22),
        snapshot: sql<string>`pg_current_snapshot()`,
        expires_at: new Date(Date.now() + 3_600_000),
        headers: [],
        body: Buffer.of(1),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The metadata of a picture 1600 pixels wide. */
export async function makeStoredImage(
  db: Database,
  overrides: Partial<Insertable<StoredImages>> = {},
): Promise<Selectable<StoredImages>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("stored_images")
      .values({
        url: uploadAddress("photos", user_id, `picture-${serial()}.webp`),
        width: 1600,
        height: 1200,
        widths: [200, 400, 640, 960],
        colour: "#6b5d4f",
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** What a profile picture was cut from: the middle of it shows. */
export async function makePictureOriginal(
  db: Database,
  overrides: Partial<Insertable<PictureOriginals>> = {},
): Promise<Selectable<PictureOriginals>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("picture_originals")
      .values({
        kind: "avatar",
        file_url: uploadAddress("avatars", user_id, `avatar-original-${serial()}.webp`),
        file_size: 1_234_567,
        ...{ crop_x: 0.25, crop_y: 0.125, crop_width: 0.5, crop_height: 0.75 },
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeSocialLink(
  db: Database,
  overrides: Partial<Insertable<SocialLinks>> = {},
): Promise<Selectable<SocialLinks>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("social_links")
      .values({ platform: "bandcamp", url: `https://example.org/listen/${serial()}`, ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makePageLink(
  db: Database,
  overrides: Partial<Insertable<PageLinks>> = {},
): Promise<Selectable<PageLinks>> {
  const user_id = await ownerOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("page_links")
      .values({
        title: `Link ${number}`,
        url: `https://example.org/link/${number}`,
        display_order: number,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makePaymentLink(
  db: Database,
  overrides: Partial<Insertable<PaymentLinks>> = {},
): Promise<Selectable<PaymentLinks>> {
  const user_id = await ownerOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("payment_links")
      .values({
        platform: "kofi",
        url: `https://example.org/support/${number}`,
        display_order: number,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeVideo(
  db: Database,
  overrides: Partial<Insertable<VideoGallery>> = {},
): Promise<Selectable<VideoGallery>> {
  const user_id = await ownerOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("video_gallery")
      .values({
        title: `Video ${number}`,
        video_url: "https://www.youtube-nocookie.com/embed/abcdefghijk",
        display_order: number,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makePressKit(
  db: Database,
  overrides: Partial<Insertable<PressKits>> = {},
): Promise<Selectable<PressKits>> {
  const user_id = await ownerOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("press_kits")
      .values({
        file_name: `Press kit ${number}.pdf`,
        file_url: uploadAddress("press-kits", user_id, `press-kit-${number}.pdf`),
        file_size: 123_456,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A published concert in about a month. */
export async function makeEvent(
  db: Database,
  overrides: Partial<Insertable<Events>> = {},
): Promise<Selectable<Events>> {
  const user_id = await ownerOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("events")
      .values({ title: `Event ${serial()}`, event_date: dateInDays(30), ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A custom URL that an artist has given up. */
export async function makeFormerAddress(
  db: Database,
  overrides: Partial<Insertable<FormerAddresses>> = {},
): Promise<Selectable<FormerAddresses>> {
  const user_id = overrides.user_id ?? (await makeMusician(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("former_addresses")
      .values({ custom_url: `former-${serial()}`, ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The row that a published event leaves when it is deleted. */
export async function makeWithdrawnEvent(
  db: Database,
  overrides: Partial<Insertable<Events>> = {},
): Promise<Selectable<WithdrawnEvents>> {
  const { id } = await makeEvent(db, overrides);
  return db.asSystem().write(async (tx) => {
    await tx.deleteFrom("events").where("id", "=", id).execute();
    return tx.selectFrom("withdrawn_events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });
}

/** A background that musicians may choose and that no musician owns. */
export async function makeBackground(
  db: Database,
  overrides: Partial<Insertable<BackgroundOptions>> = {},
): Promise<Selectable<BackgroundOptions>> {
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("background_options")
      .values({
        name: `Background ${number}`,
        type: "image",
        url: `https://example.org/backgrounds/${number}.jpg`,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

async function ownerOf(db: Database, { user_id }: { user_id?: string | undefined }): Promise<string> {
  return user_id ?? (await makeMusician(db)).id;
}

export function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000);
}

function dateInDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
