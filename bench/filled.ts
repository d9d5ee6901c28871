import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { Client } from "pg";
import { variantWidths } from "../app/shared/picture.ts";
import { prepareDatabase } from "../server/db/prepare.ts";
import { startEmbedded } from "../server/embedded-postgres/supervisor.ts";
import { createLogger } from "../server/log.ts";
import { temporaryDataDir } from "../tests/harness/handbill.ts";
import { printLine } from "./report.ts";

export const artists = 10_000;

/** How much is on the pages; `n` is an artist's number, from 1. */
interface Filling {
  artists: number;
  comments: number;
  /** SQL over `n`, above 0 and at most 1: how much of a full page the artist has. */
  share: string;
  /** SQL: whose page the next comment stands on. */
  commented: string;
}

/** Where the page of the artist with this number is, from 1. */
export function pagePath(number: number): string {
  return `/artist/artist-${number}`;
}

// Ordered by artist, because what an address must look like is compiled anew for each of them. Comments are spread as fame is: most artists have
// a few, some have hundreds. Nothing is left to do in the background: no picture lacks a size, no track its analysis.
export const pageRows = ({ artists, comments, share, commented }: Filling) => `
  select setseed(0.4711);

  create temporary table artist as
    select n, gen_random_uuid() as id, now() - n * (interval '10000 hours' / ${artists}) as since, ${share} as share
    from generate_series(1, ${artists}) n;
  create unique index on artist (n);

  insert into users (id, email, created_at)
    select id, 'artist-' || n || '@example.org', since from artist;

  insert into musician_profiles (user_id, artist_name, custom_url, bio, location, avatar_url, cover_image, color_theme,
      text_color_mode, created_at)
    select id, 'Artist Number ' || n, 'artist-' || n,
      repeat('Songs for night buses, played on what was left in the rehearsal room. ', 1 + n % 5),
      'Town ' || n % 300,
      '/uploads/avatars/' || id || '/portrait.webp', '/uploads/photos/' || id || '/cover.webp',
      (array['default', 'purple-pink', 'blue-cyan', 'green-teal', 'orange-red', 'dark-gold'])[1 + n % 6],
      'auto', since
    from artist;

  insert into music_tracks (user_id, title, slug, file_url, duration, waveform, display_order, created_at,
      analysed_at, metadata_removed_at)
    select id, 'A Tune With a Name ' || i, 'a-tune-with-a-name-' || i, '/uploads/music/' || id || '/track-' || i || '.mp3',
      120 + (n + i) % 200, repeat(md5(n || ' ' || i), 3), i, since,
      since, since
    from artist, generate_series(1, ceil(10 * share)::int) i order by n, i;

  -- An EP that is out, one to come, and of every third artist a draft; the first six tracks are on them.
  insert into releases (user_id, title, slug, kind, description, cover_image, time_zone, published_at, release_date)
    select id, 'Record ' || i, 'record-' || i, 'ep', 'Recorded in one night, with the windows open.',
      '/uploads/avatars/' || id || '/record-' || i || '.webp', 'Europe/Berlin',
      case when i < 3 then now() - interval '1 day' end, current_date + (i * 60 - 90)
    from artist, generate_series(1, ceil(3 * share)::int) i where i < 3 or n % 3 = 0 order by n, i;

  insert into release_tracks (user_id, release_id, track_id, position)
    select releases.user_id, releases.id, music_tracks.id, display_order
    from releases join music_tracks using (user_id) where releases.slug = 'record-' || (display_order + 1) / 2
    order by releases.user_id;

  update music_tracks set out_at = case when published_at is null then 'infinity' else released_at end
    from release_tracks join releases on releases.id = release_id where track_id = music_tracks.id;

  insert into release_links (user_id, release_id, position, platform, url)
    select user_id, id, place, platform, 'https://example.org/' || platform || '/' || slug
    from releases, unnest(array['spotify', 'bandcamp', 'tidal']) with ordinality services (platform, place);

  insert into page_links (user_id, title, url, icon, image_url, display_order)
    select id, 'Something to have ' || i, 'https://example.org/shop/' || n || '/' || i, case when i > 1 then 'shop' end,
      case when i = 1 then '/uploads/photos/' || id || '/link.webp' end, i
    from artist, generate_series(1, ceil(3 * share)::int) i order by n, i;

  insert into photo_gallery (user_id, image_url, caption, created_at)
    select id, '/uploads/photos/' || id || '/photo-' || i || '.webp', 'Backstage in town ' || i, since
    from artist, generate_series(1, ceil(8 * share)::int) i order by n, i;

  insert into stored_images (url, user_id, width, height, widths, colour)
    select '/uploads/' || picture || '.webp', id, 1600, 1067, '{${variantWidths.join()}}', '#6b5d4f'
    from artist, lateral (
      select 'avatars/' || id || '/portrait' as picture union all
      select 'photos/' || id || '/cover' union all
      select 'photos/' || id || '/link' union all
      select 'avatars/' || id || '/record-' || i from generate_series(1, ceil(3 * share)::int) i where i < 3 or n % 3 = 0 union all
      select 'photos/' || id || '/photo-' || i from generate_series(1, ceil(8 * share)::int) i) pictures
    order by n;

  insert into social_links (user_id, platform, url)
    select id, platform, 'https://example.org/' || platform || '/' || n
    from artist, unnest(array['spotify', 'bandcamp', 'instagram', 'youtube', 'website'])
      with ordinality services (platform, place)
    where place <= ceil(5 * share);

  insert into payment_links (user_id, platform, url, display_order)
    select id, platform, 'https://example.org/' || platform || '/' || n, 0
    from artist, unnest(array['kofi', 'paypal']) platform;

  insert into video_gallery (user_id, title, video_url, display_order, is_primary)
    select id, 'Live in town ' || i, 'https://www.youtube-nocookie.com/embed/abcdefghijk', i, i = 1
    from artist, generate_series(1, ceil(2 * share)::int) i;

  insert into events (user_id, title, event_date, event_time, venue_name, location, ticket_url, description)
    select id, 'Night ' || i, current_date + (i * 11 + n % 10 - 22), '20:00', 'The Hall', 'Town ' || i,
      'https://example.org/tickets/' || n, 'Doors at seven. Bring a friend, and bring earplugs for the second set.'
    from artist, generate_series(1, ceil(8 * share)::int) i;

  insert into press_kits (user_id, file_name, file_url, file_size)
    select id, 'press-kit.pdf', '/uploads/press-kits/' || id || '/press-kit.pdf', 400000 from artist where n % 3 = 0;

  insert into fan_comments (musician_id, author_name, content, is_approved, created_at)
    select id, 'Fan ' || i, repeat('Saw you last night and still hum the third one. ', 1 + i % 4), i % 50 > 0,
      now() - random() * interval '300 days'
    from (select i, ${commented} as n from generate_series(1, ${comments}) i) comment
    join artist using (n);
`;

const tenThousand: Filling = {
  artists,
  comments: 300_000,
  share: "1",
  commented: `1 + floor(${artists} * power(random(), 2))::int`,
};

/** A data folder of its own with a database of many artists, as it would be after years. It goes with the object. */
export async function filledDataDir() {
  const dataDir = await temporaryDataDir();
  const sessionSecret = randomBytes(32).toString("base64url");
  const log = createLogger("warn");
  const database = await startEmbedded({ dataDir, sessionSecret, log });
  await prepareDatabase(database.ownerUrl, { dataDir: "/nowhere", sessionSecret, log });
  await asOwner(database.ownerUrl, async (owner) => {
    // No triggers run, and the rows that these refer to are there.
    await owner.query("set session_replication_role = replica");
    await owner.query(pageRows(tenThousand));
    await owner.query("vacuum (analyze)");
    const { rows: counts } = await owner.query<{ what: string }>(`
      select string_agg(reltuples || ' ' || relname, ', ' order by relname) as what from pg_class
      where relname in ('musician_profiles', 'music_tracks', 'fan_comments')`);
    printLine(`A database with ${counts[0]?.what}`);
  });
  return {
    settings: {
      DATA_DIR: dataDir,
      SESSION_SECRET: sessionSecret,
      DEMO: "off",
      LOG_LEVEL: "warn",
      TRUST_PROXY: "1",
    },
    /** Lends the owner's connection; the server must be running. */
    asOwner: <T>(work: (owner: Client) => Promise<T>) => asOwner(database.ownerUrl, work),
    async [Symbol.asyncDispose]() {
      await rm(dataDir, { recursive: true, force: true });
    },
    stop: () => database.stop(),
  };
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}
