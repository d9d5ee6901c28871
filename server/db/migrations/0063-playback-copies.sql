-- A lossless original is heard through a lighter copy, which a job makes of it after the upload. The copy is a file of
-- its own; the original stays the download.

alter table music_tracks
  -- The copy's address; null while there is none, and the original plays.
  add playback_url text
    constraint music_tracks_playback_url_address check (app.is_own_upload(playback_url, user_id))
    constraint music_tracks_playback_url_format check (playback_url like '%.mp3'),
  -- Null until its turn comes. Of 'unneeded' the original is as light.
  add playback_state text constraint music_tracks_playback_state_known
    check (playback_state in ('making', 'made', 'failed', 'unneeded')),
  -- Of the one that is being made.
  add playback_percent smallint constraint music_tracks_playback_percent_range
    check (playback_percent between 0 and 100),
  add constraint music_tracks_playback_made
    check ((playback_url is not null) = (playback_state is not distinct from 'made'));

create unique index music_tracks_playback_url_key on music_tracks (playback_url);
create index music_tracks_without_copy_idx on music_tracks (created_at)
  where coalesce(playback_state, 'making') = 'making' and analysed_at is not null and file_url ~ '\.(wav|flac)$';

create trigger file_unnamed_copy after delete or update of playback_url on music_tracks
  for each row execute function app.file_unnamed('playback_url');

-- Who may see the row may hear the copy, whatever else the function has come to ask.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'public.music_tracks where ', 'public.music_tracks where playback_url = address or ');
end $$;

-- No page shows how far a copy is, whatever else it has come not to show.
do $$
declare
  changed text := (
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'music_tracks'::regclass and tgname = 'page_changed');
begin
  drop trigger page_changed on music_tracks;
  execute replace(changed, '''metadata_removed_at''', '''metadata_removed_at'', ''playback_state'', ''playback_percent''');
end $$;
