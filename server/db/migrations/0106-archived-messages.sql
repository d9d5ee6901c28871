-- Messages that came with an account's archive. The others are no accounts here: one can read them and not answer.
create table archived_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As in the archive, where it keeps conversations apart.
  conversation uuid not null,
  with_name text not null constraint archived_messages_with_name_length check (app.is_line(with_name, 100)),
  is_own boolean not null,
  content text not null constraint archived_messages_content_length check (app.is_text(content, 5000))
    constraint archived_messages_content_plain check (app.is_plain(content)),
  -- The titles of those that were sent with it.
  tracks text[] not null default '{}'
    constraint archived_messages_tracks_limit
      check (cardinality(tracks) <= 20 and octet_length(tracks::text) <= 30000),
  is_read boolean not null,
  sent_at timestamptz not null constraint archived_messages_sent_at_years
    check (sent_at >= '1900-01-01 00:00+00' and sent_at < '2200-01-01 00:00+00')
);
create index archived_messages_user_id_idx on archived_messages (user_id, with_name, conversation, sent_at, id);
