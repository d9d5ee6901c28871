-- A hidden track is its artist's alone, also where it was shared in a message before: the message says that it is no
-- longer available.
drop policy through_messages on music_tracks;
drop function app.is_in_own_messages;
