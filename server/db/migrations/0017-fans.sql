-- How an artist wants comments to be received.
create table comment_settings (
  musician_id uuid primary key references users on delete cascade,
  -- Every comment waits for the artist, however clean it looks.
  reviews_all boolean not null default false,
  -- A comment with one of them waits. Words or phrases, in the artist's own order.
  blocked_words text[] not null default '{}'
    constraint comment_settings_blocked_words_limit
      check (cardinality(blocked_words) <= 200 and octet_length(blocked_words::text) <= 50000)
);

alter table comment_settings enable row level security;
alter table comment_settings force row level security;
create policy system on comment_settings to handbill_system using (true) with check (true);
create policy own on comment_settings to handbill_musician using (musician_id = app.user_id());
grant select, insert, update, delete on comment_settings to handbill_system;
grant select, insert (musician_id, reviews_all, blocked_words), update (reviews_all, blocked_words)
  on comment_settings to handbill_musician;

-- Says on the channel `live` for whom there is news, and what of, as '{user id} {topic}'. A notice goes out with the
-- commit, once however many rows there were. Its arguments: the column that holds the account, and the topic.
create function app.has_news() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('live', pg_catalog.to_jsonb(coalesce(new, old)) ->> tg_argv[0] || ' ' || tg_argv[1]);
    return null;
  end $$;

revoke all on function app.has_news() from public;

create trigger has_news after insert or update or delete on fan_comments
  for each row execute function app.has_news('musician_id', 'comments');
create trigger has_news after insert or update or delete on booking_requests
  for each row execute function app.has_news('musician_id', 'bookings');
