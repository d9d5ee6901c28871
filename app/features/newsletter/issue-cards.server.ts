import { sql } from "kysely";
import type { Actor } from "#server/db/database.ts";
import { artistPath, releasePath, trackPath } from "~/shared/artist-address";
import { dayFormat } from "~/shared/day-format";
import type { Picture } from "~/shared/picture";
import { translationInto } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { type Block, idsOf } from "./issue-document.ts";
import type { Card } from "./issue-mail.ts";

/** The cards and pictures that blocks name, by their ids. What the reader may not see isn't among them. */
export interface IssueParts {
  cards: ReadonlyMap<string, Card>;
  pictures: ReadonlyMap<string, Picture>;
}

interface Row {
  kind: "track" | "release" | "show" | "picture";
  id: string;
  title: string;
  translations: unknown;
  slug: string;
  what: string;
  day: string | null;
  clock: string | null;
  place: string;
  picture: Picture | null;
}

const picture = (column: string) =>
  sql.raw(`(
  select json_build_object('src', url, 'width', width, 'height', height, 'widths', widths, 'colour', colour)
  from stored_images where url = ${column})`);

/** In which language things have their names: their artist's, unless it is one of the others that the artist writes in. */
export interface CardLanguage {
  language: string | null;
  others: readonly string[];
}

/**
 * What an artist's blocks name, as far as the reader may see it: for mails and public pages a visitor, so that what is
 * hidden or deleted is left out.
 */
export async function issueParts(
  reader: Actor,
  artist: { userId: string; artistName: string | null; customUrl: string | null },
  blocks: readonly Block[],
  { language, others }: CardLanguage = { language: null, others: [] },
): Promise<IssueParts> {
  const ids = [...new Set(blocks.flatMap((block) => ("id" in block ? [block.id] : [])))];
  const parts = { cards: new Map<string, Card>(), pictures: new Map<string, Picture>() };
  const own = artistPath(artist);
  if (ids.length === 0) return parts;
  const { userId } = artist;
  const rows = await reader.read(async (tx) => {
    const { rows } = await sql<Row>`
      with named as (select unnest(${ids}::uuid[]) as id),
        profile as (select * from musician_profiles where user_id = ${userId})
      select 'track' as kind, track.id, track.title, track.translations, track.slug, 'Track' as what, null as day, null as clock, '' as place,
        ${picture("coalesce(track.cover_image, (select cover_image from releases join release_tracks on release_id = releases.id where track_id = track.id and cover_image is not null limit 1))")} as picture
      from music_tracks track, profile
      where track.user_id = ${userId} and track.id in (select id from named)
        and track.is_visible and profile.show_music_section
      union all
      select 'release', release.id, release.title, release.translations, release.slug, case release.kind when 'ep' then 'EP' else initcap(release.kind) end, to_char(release.release_date, 'YYYY-MM-DD'),
        null, '', ${picture("release.cover_image")}
      from releases release, profile
      where release.user_id = ${userId} and release.id in (select id from named)
        and profile.show_music_section
      union all
      select 'show', event.id, event.title, event.translations, '', case when event.cancelled_at is null then '' else 'Cancelled' end,
        to_char(event.event_date, 'YYYY-MM-DD'), to_char(event.event_time, 'HH24:MI'),
        concat_ws(', ', event.venue_name, event.location), null
      from events event, profile
      where event.user_id = ${userId} and event.id in (select id from named)
        and event.is_published and profile.show_events_section
      union all
      select 'picture', own.id, '', null, '', '', null, null, '', ${picture("own.image_url")}
      from letter_pictures own
      where own.user_id = ${userId} and own.id in (select id from named)`.execute(tx);
    return rows;
  });
  for (const { kind, id, title: ownTitle, translations, slug, what, day, clock, place, picture } of rows) {
    if (kind === "picture") {
      if (picture) parts.pictures.set(id, picture);
    } else if (own) {
      const { title = ownTitle } = translationInto(language, translations, others);
      const paths = {
        track: trackPath(own, slug),
        release: releasePath(own, slug),
        show: `${own}/events#event-${id}`,
      };
      const date = day && dayFormat("full").format(new Date(`${day}T00:00:00Z`));
      const line = [what && t(kinds[what] ?? what), date && [date, clock].filter(Boolean).join(", "), place]
        .filter(Boolean)
        .join(" · ");
      parts.cards.set(id, { title, line, path: paths[kind], picture });
    }
  }
  return parts;
}

/** What the query says of a thing, for translators. */
const kinds: Record<string, string> = {
  Track: msg("Track|of music"),
  Single: msg("Single"),
  EP: msg("EP"),
  Album: msg("Album"),
  Cancelled: msg("Cancelled|of a show"),
};

/** The ids of the cards that nobody but the artist sees, or that are gone. */
export function missingCards(blocks: readonly Block[], { cards }: IssueParts): string[] {
  return (["track", "release", "show"] as const).flatMap((kind) =>
    idsOf(blocks, kind).filter((id) => !cards.has(id)),
  );
}
