-- A comment may be pinned to a second of one of the artist's tracks, and the artist may answer it.

alter table fan_comments
  -- Null: the comment is about no moment, or its track is gone; it stays then.
  add track_id uuid,
  add track_seconds integer
    constraint fan_comments_track_seconds_range check (track_seconds between 0 and 359999),
  add constraint fan_comments_track_seconds_present check (track_id is null or track_seconds is not null),
  -- The key names the artist, so that no comment gets on another's track.
  add constraint fan_comments_track_id_fkey foreign key (musician_id, track_id)
    references music_tracks (user_id, id) on delete set null (track_id),
  add answer text
    constraint fan_comments_answer_length check (app.is_text(answer, 1000))
    constraint fan_comments_answer_plain check (app.is_plain(answer)),
  add answered_at timestamptz constraint fan_comments_answered_at_years
    check (answered_at >= '1900-01-01 00:00+00' and answered_at < '2200-01-01 00:00+00'),
  add constraint fan_comments_answered_at_present check ((answer is null) = (answered_at is null));
create index fan_comments_track_id_idx on fan_comments (track_id, created_at desc) where track_id is not null;

grant create on schema app to handbill_system;
set local role handbill_system;

drop function app.same_comment(uuid, text, text);

-- Whether the same comment, pinned to the same second, was approved; null when there is none.
create function app.same_comment(artist uuid, author text, words text, track uuid, seconds integer) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtextextended('fan_comments ' || artist || ' ' || author || ' ' || words, 0));
    return (
      select is_approved from public.fan_comments
      where musician_id = artist and author_name = author and content = words
        and track_id is not distinct from track and track_seconds is not distinct from seconds
        and created_at > pg_catalog.now() - interval '10 minutes'
      order by created_at desc
      limit 1);
  end $$;

revoke all on function app.same_comment from public;
grant execute on function app.same_comment to handbill_visitor;

reset role;
revoke create on schema app from handbill_system;
