-- When a track's file was freed of what says where and with what it and its pictures were made. New ones are before
-- they are stored; those of before are one after another.

alter table music_tracks add metadata_removed_at timestamptz;
alter table music_tracks alter metadata_removed_at set default now();
create index music_tracks_not_cleaned_idx on music_tracks (created_at)
  where metadata_removed_at is null and file_url is not null;

-- No page shows this.
drop trigger page_changed on music_tracks;
create trigger page_changed after insert or update or delete on music_tracks
  for each row execute function app.page_changed('user_id', 'play_count', 'file_size', 'analysed_at', 'tag_title',
    'has_embedded_cover', 'metadata_removed_at');
