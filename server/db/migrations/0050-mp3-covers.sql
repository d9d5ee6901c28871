-- The cover in an APE tag of an MP3 kept where and with what it was made. Those of before are cleaned once more.

update music_tracks set metadata_removed_at = null where file_url like '%.mp3';
