import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import { t } from "~/shared/t";
import { today } from "~/shared/today";

/** Something of the musician's own that the palette leads to. */
export interface Found {
  kind: "track" | "release" | "event" | "person";
  title: string;
  /** What tells it from others of the same title. */
  detail: string;
  to: string;
}

/** So many of each table come at most. */
const most = 5;

/** A musician's tracks, releases, events and people with these words in their names. */
export function findOwn({ db }: { db: Database }, userId: string, words: string): Promise<Found[]> {
  return db.asMusician(userId).read(async (tx) => {
    const [tracks, releases, events, requests, conversations, subscribers] = await Promise.all([
      tx
        .selectFrom("music_tracks")
        .select(["id", "title", "is_visible"])
        .where("user_id", "=", userId)
        .where(hasWords(words, "title"))
        .orderBy("display_order")
        .orderBy("id")
        .limit(most)
        .execute(),
      tx
        .selectFrom("releases")
        .select(["id", "title"])
        .where("user_id", "=", userId)
        .where(hasWords(words, "title"))
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(most)
        .execute(),
      tx
        .selectFrom("events")
        .select(["title", "event_date", "end_date", "location"])
        .where("user_id", "=", userId)
        .where(hasWords(words, "title", "venue_name", "location"))
        .orderBy("event_date", "desc")
        .orderBy("id")
        .limit(most)
        .execute(),
      tx
        .selectFrom("booking_requests")
        .select(["id", "requester_name", "status"])
        .where("musician_id", "=", userId)
        .where(hasWords(words, "requester_name"))
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(most)
        .execute(),
      tx
        .selectFrom("conversations")
        .innerJoin("musician_profiles as partner", (join) =>
          join.on(
            sql<boolean>`partner.user_id = case when participant_1 = ${userId} then participant_2 else participant_1 end`,
          ),
        )
        .select(["conversations.id", "partner.artist_name"])
        .where((is) => is.or([is("participant_1", "=", userId), is("participant_2", "=", userId)]))
        .where(hasWords(words, "partner.artist_name"))
        .orderBy("partner.artist_name")
        .orderBy("conversations.id")
        .limit(most)
        .execute(),
      tx
        .selectFrom("newsletter_subscribers")
        .select(["subscriber_email", "subscriber_name"])
        .where("musician_id", "=", userId)
        .where(hasWords(words, "subscriber_name", "subscriber_email"))
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(most)
        .execute(),
    ]);
    const found = (kind: Found["kind"], title: string, detail: string, to: string): Found => ({
      kind,
      title,
      detail,
      to,
    });
    const search = (path: string, title: string) => `${path}search=${encodeURIComponent(title)}`;
    const now = today();
    return [
      ...tracks.map(({ id, title, is_visible }) =>
        found("track", title, is_visible ? "" : t("Hidden"), `/music/tracks/${id}`),
      ),
      ...releases.map(({ id, title }) => found("release", title, "", `/music/releases/${id}`)),
      ...events.map(({ title, event_date, end_date, location }) =>
        found(
          "event",
          title,
          [event_date, location].filter(Boolean).join(", "),
          search((end_date ?? event_date) < now ? "/events?show=past&" : "/events?", title),
        ),
      ),
      ...requests.map(({ id, requester_name, status }) =>
        found(
          "person",
          requester_name,
          t(
            "{status, select, pending {Booking request, pending} reviewed {Booking request, reviewed} accepted {Booking request, accepted} declined {Booking request, declined} other {Booking request, completed}}",
            { status },
          ),
          `/booking-requests?request=${id}`,
        ),
      ),
      ...conversations.map(({ id, artist_name }) =>
        found("person", artist_name, t("Conversation"), `/messages/${id}`),
      ),
      ...subscribers.map(({ subscriber_email, subscriber_name }) =>
        found(
          "person",
          subscriber_name ?? subscriber_email,
          subscriber_name ? t("{address}, subscriber", { address: subscriber_email }) : t("Subscriber"),
          search("/newsletter?", subscriber_email),
        ),
      ),
    ];
  });
}
