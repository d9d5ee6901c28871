import type { Writer } from "../server/db/database.ts";
import { artist } from "./artist.ts";
import { addresses, bytesOf, coverOf, pictures } from "./files.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * Writes the demo artist's account and page, as of `now`: the comments came in the weeks before, the shows are in the
 * year and a half ahead.
 */
export async function insertArtist(tx: Writer, passwordHash: string, now: Date): Promise<void> {
  const user_id = artist.userId;
  /** For lists that are shown the newest first: their own order. */
  const ago = (ms: number) => new Date(now.getTime() - ms);

  await tx.insertInto("users").values({ id: user_id, email: artist.email }).execute();
  await tx.insertInto("credentials").values({ user_id, password_hash: passwordHash }).execute();
  await tx
    .insertInto("musician_profiles")
    .values({
      user_id,
      artist_name: artist.name,
      bio: artist.bio,
      location: artist.location,
      performs_as: artist.performsAs,
      page_language: artist.pageLanguage,
      custom_url: artist.customUrl,
      avatar_url: addresses.picture(artist.avatar),
      cover_image: addresses.picture(artist.cover),
      ...artist.look,
      is_demo_profile: true,
    })
    .execute();
  await tx
    .insertInto("stored_images")
    .values(
      await Promise.all(
        pictures.map(async ({ file, ...facts }) => {
          const url = addresses.picture(file);
          return { url, user_id, ...facts, bytes: await bytesOf(url) };
        }),
      ),
    )
    .execute();
  await tx
    .insertInto("music_tracks")
    .values(
      await Promise.all(
        artist.tracks.map(async ({ title, file, seconds }, index) => ({
          user_id,
          title,
          file_url: addresses.track(file),
          duration: seconds,
          cover_image: addresses.picture(coverOf(file)),
          display_order: index + 1,
          created_at: ago(index * 30 * day),
          file_size: await bytesOf(addresses.track(file)),
        })),
      ),
    )
    .execute();
  await insertReleases(tx, now);
  await tx
    .insertInto("photo_gallery")
    .values(
      artist.photos.map(({ file, caption, altText }, index) => ({
        user_id,
        image_url: addresses.picture(file),
        caption,
        alt_text: altText,
        created_at: ago(index * 10 * day),
      })),
    )
    .execute();
  await tx
    .insertInto("events")
    .values(
      artist.events.map((event) => ({
        user_id,
        title: event.title,
        description: event.description,
        event_type: event.type,
        event_date: dateAhead(now, event.daysAhead, event.weekday),
        event_time: event.time,
        time_zone: "Europe/London",
        venue_name: event.venue,
        location: event.town,
        ticket_url: event.tickets,
        is_featured: event.isFeatured,
      })),
    )
    .execute();
  await insertComments(tx, ago);
  await tx
    .insertInto("social_links")
    .values(artist.socialLinks.map((link, index) => ({ user_id, ...link, created_at: ago(index * day) })))
    .execute();
  await tx
    .insertInto("page_links")
    .values(artist.links.map((link, index) => ({ user_id, ...link, display_order: index + 1 })))
    .execute();
  await tx
    .insertInto("payment_links")
    .values(artist.supportLinks.map((link, index) => ({ user_id, ...link, display_order: index + 1 })))
    .execute();
  await tx
    .insertInto("press_kits")
    .values({
      user_id,
      file_name: artist.pressKit,
      file_url: addresses.pressKit,
      file_size: await bytesOf(addresses.pressKit),
    })
    .execute();
}

/** The ids of her tracks, which are there already, by their files. */
async function trackIds(tx: Writer): Promise<(file: string) => string> {
  const tracks = await tx
    .selectFrom("music_tracks")
    .select(["id", "file_url"])
    .where("user_id", "=", artist.userId)
    .execute();
  return (file) => {
    const track = tracks.find(({ file_url }) => file_url === addresses.track(file));
    if (!track) throw new Error(`No track of the demo artist's is ${file}.`);
    return track.id;
  };
}

interface FanComment {
  hoursAgo: number;
  author: string;
  text: string;
  answer?: string;
  moment?: { file: string; second: number };
}

async function insertComments(tx: Writer, ago: (ms: number) => Date): Promise<void> {
  const idOf = await trackIds(tx);
  const comments: readonly FanComment[] = artist.comments;
  await tx
    .insertInto("fan_comments")
    .values(
      comments.map(({ hoursAgo, author, text, answer, moment }) => ({
        musician_id: artist.userId,
        author_name: author,
        content: text,
        is_approved: true,
        created_at: ago(hoursAgo * hour),
        answer,
        answered_at: answer && ago((hoursAgo / 2) * hour),
        track_id: moment && idOf(moment.file),
        track_seconds: moment?.second,
      })),
    )
    .execute();
}

async function insertReleases(tx: Writer, now: Date): Promise<void> {
  const user_id = artist.userId;
  const idOf = await trackIds(tx);
  for (const release of artist.releases) {
    const published_at = new Date(now.getTime() - release.publishedDaysAgo * day);
    const { id: release_id } = await tx
      .insertInto("releases")
      .values({
        user_id,
        title: release.title,
        kind: release.kind,
        description: release.description,
        credits: release.credits,
        licence: release.licence,
        cover_image: addresses.picture(coverOf(release.coverOf)),
        published_at,
        release_date: dateAhead(now, release.daysFromNow, release.weekday),
        time_zone: "Europe/London",
        created_at: published_at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("release_tracks")
      .values(
        release.tracks.map(({ file, isEarly }, index) => ({
          user_id,
          release_id,
          track_id: idOf(file),
          position: index + 1,
          is_early: isEarly,
        })),
      )
      .execute();
    await tx
      .insertInto("release_links")
      .values(release.links.map((link, index) => ({ ...link, user_id, release_id, position: index + 1 })))
      .execute();
  }
}

/** The first such weekday (Sunday is 0) that is at least so many days ahead, as YYYY-MM-DD. */
function dateAhead(now: Date, days: number, weekday: number): string {
  const date = new Date(now.getTime() + days * day);
  const missing = (weekday - date.getUTCDay() + 7) % 7;
  return new Date(date.getTime() + missing * day).toISOString().slice(0, 10);
}
