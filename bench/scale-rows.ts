import { pageRows } from "./filled.ts";

/** An artist by fame: the n-th most famous is meant 1/n as often as the first one. */
const byFame = (artists: number) => `floor(exp(random() * ln(${artists + 1}.0::float8)))::int`;

/**
 * The rows of a site with so many artists after years, as two blocks of SQL, the second of which needs the first one's: one
 * artist in a hundred has a full page, the next nine half of it, all others a fifth. Comments, subscribers and counts are
 * spread by Zipf's law.
 */
export function scaleRows(artists: number): [pages: string, use: string] {
  const share = `case when n <= ${artists / 100} then 1.0 when n <= ${artists / 10} then 0.5 else 0.2 end`;
  const pages = pageRows({ artists, comments: 3 * artists, share, commented: byFame(artists) });
  return [pages, rowsOfUse(artists)];
}

const rowsOfUse = (artists: number) => `
  insert into credentials (user_id, password_hash)
    select id, '$argon2id$v=19$m=19456,t=2,p=1$' || repeat(md5(n::text), 2) from artist;

  insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, browser, system)
    select sha256(('session ' || n)::bytea), id, now() - interval '2 days', now() - n % 1440 * interval '1 minute',
      now() + (n % 30 + 1) * interval '1 hour', 'Firefox', 'Linux'
    from artist where n % 3 = 0;

  insert into known_devices (user_id, token_hash, last_seen_at)
    select id, sha256((n || ' ' || i)::bytea), now() - (n % 360) * interval '1 day'
    from artist, generate_series(1, 1 + n % 2) i;

  insert into account_preferences (user_id, time_zone) select id, 'Europe/Berlin' from artist where n % 2 = 0;

  insert into newsletter_subscribers (musician_id, subscriber_email, subscriber_name, created_at, confirmed_at, confirm_sent_at,
      confirm_hash, source)
    select id, 'fan-' || i || '@example.org', case when i % 2 = 0 then 'Fan ' || i end, at, case when i % 20 > 0 then at end, at,
      case when i % 20 = 0 then sha256(i::text::bytea) end, 'page'
    from (select i, ${byFame(artists)} as n, now() - random() * interval '700 days' as at
      from generate_series(1, ${artists}) i) subscriber join artist using (n);

  insert into letters (musician_id, title, body, status, created_at, started_at, finished_at, in_archive)
    select id, 'News ' || i, repeat('We play again, in a smaller room than last year. ', 20), 'sent', at, at, at, true
    from (select id, i, now() - i * interval '30 days' - n % 30 * interval '1 day' as at
      from artist, generate_series(1, 6) i where n % 50 = 1 or n <= 1000) letter;

  insert into letter_deliveries (letter_id, subscriber_id, status, attempts)
    select letter.id, subscriber.id, 'sent', 1
    from artist
      join lateral (select id from letters where musician_id = artist.id order by created_at desc limit 2) letter on true
      join newsletter_subscribers subscriber on subscriber.musician_id = artist.id
    where n <= 200 and confirmed_at is not null;

  create temporary table talk as
    select gen_random_uuid() as id, i, least(one.id, other.id) as one, greatest(one.id, other.id) as other,
      1 + i % 12 as messages
    from (select distinct on (least(a, b), greatest(a, b)) i, a, b from (
        select i, ${byFame(artists)} as a, 1 + floor(random() * ${artists})::int as b
        from generate_series(1, ${0.15 * artists}) i) pair where a <> b) pair
      join artist one on one.n = a join artist other on other.n = b;

  insert into conversations (id, participant_1, participant_2, last_message_at, last_sequence)
    select id, one, other, now() - i % 8000 * interval '1 hour', messages from talk;

  insert into messages (conversation_id, sender_id, recipient_id, content, is_read, sequence, created_at)
    select id, case when m % 2 = 0 then one else other end, case when m % 2 = 0 then other else one end,
      repeat('Shall we share the bus to the next town? ', 1 + m % 4), i % 7 > 0 or m < messages, m,
      now() - i % 8000 * interval '1 hour' - (messages - m) * interval '1 minute'
    from talk, generate_series(1, messages) m;

  insert into notifications (user_id, kind, source_id)
    select musician_id, 'comments', id from fan_comments where created_at > now() - interval '60 days';

  insert into notification_mails (user_id, about, sent_at)
    select id, 'comments', now() - n % 90 * interval '1 day' from artist where n % 3 = 0;

  insert into booking_requests (musician_id, requester_name, requester_email, message, event_type, status, created_at, is_read)
    select id, 'Promoter ' || i, 'promoter-' || i || '@example.org', 'We have a hall and a date in spring.', 'performance',
      (array['pending', 'reviewed', 'accepted', 'declined', 'completed'])[1 + i % 5], now() - random() * interval '700 days', i % 5 > 0
    from (select i, ${byFame(artists)} as n from generate_series(1, ${0.2 * artists}) i) request join artist using (n);

  -- Two years of every day for the few, some days for the others.
  insert into analytics_days (user_id, facet, day, kind, value, count)
    select id, facet, current_date - d, kind, value, 1 + 100000 / n
    from artist,
      generate_series(0, case when n <= ${artists / 5000} then 729 when n <= ${artists / 200} then 39 else 0 end) d,
      (values ('all', 'views', ''), ('all', 'visitors', ''), ('source', 'views', 'example.org'), ('device', 'views', 'phone'),
        ('all', 'plays', ''), ('device', 'views', 'desktop'), ('source', 'views', 'social.example')) counted (facet, kind, value)
    where n <= ${artists / 200} or value = '' and kind in ('views', 'visitors');

  insert into analytics_visitors (user_id, day, hash)
    select id, current_date - i % 2, decode(md5(i::text), 'hex')
    from (select i, ${byFame(artists)} as n from generate_series(1, ${artists}) i) visit join artist using (n);

  insert into analytics_listening (track_id, user_id, day, heard)
    select music_tracks.id, user_id, day, array_fill(9, array[48])
    from artist join music_tracks on user_id = artist.id,
      lateral (select '-infinity'::date as day union all
        select current_date - d from generate_series(0, case when n <= ${artists / 5000} then 92 else 0 end) d) days
    where n <= ${artists / 100};

  insert into release_reminders (user_id, release_id, email, confirmed_at)
    select user_id, id, 'fan-' || i || '@example.org', now()
    from releases, generate_series(1, 2) i where released_at > now();

  insert into audit_log (at, actor, action, target, details)
    select now() - n * interval '1 minute', 'admin@example.org', 'role_changed', 'artist-' || n || '@example.org', 'musician to admin'
    from artist where n % 5 = 0;

  insert into reports (comment_id, reporter_id, reason, created_at, resolved_at, resolution)
    select comment.id, null, 'Not about music.', at, case when place % 50 > 0 then at end,
      case when place % 50 > 0 then 'dismissed' end
    from (select id, created_at as at, row_number() over () as place from fan_comments where not is_approved) comment;

  insert into withdrawn_events (id, user_id, event_date, sequence, withdrawn_at)
    select gen_random_uuid(), id, current_date, 1, now() - n % 60 * interval '1 day' from artist where n % 20 = 0;

  insert into former_addresses (custom_url, user_id, given_up_at)
    select 'former-artist-' || n, id, now() - n % 700 * interval '1 day' from artist where n % 30 = 0;

  insert into deleted_items (id, user_id, kind, name, content, deleted_at)
    select gen_random_uuid(), id, 'event', 'Night', '{}', now() - n % 30 * interval '1 day' from artist where n % 20 = 0;

  insert into drafts (user_id, about, fields, updated_at)
    select id, 'bio:own', '{}', now() - n % 90 * interval '1 day' from artist where n % 20 = 0;

  insert into private_links (user_id, track_id, name, token, created_at)
    select user_id, id, 'For the radio', left(replace(id::text, '-', ''), 22), now() from music_tracks where display_order = 3;
`;
