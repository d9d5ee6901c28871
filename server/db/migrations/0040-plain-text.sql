-- What nobody sees but what changes what others read stays out: control characters, and those that turn the letters
-- after them (U+202A to U+202E, U+2066 to U+2069). A text keeps its line breaks and tabs; a line has neither.

create function app.is_plain(value text) returns boolean
  language sql immutable parallel safe
  as $$ select value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]' $$;

create function app.is_line(value text, longest integer) returns boolean
  language sql immutable parallel safe
  as $$
    select char_length(value) <= longest and value ~ '[^[:space:]]'
       and value !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'
  $$;

revoke all on function app.is_plain, app.is_line from public;
grant execute on function app.is_plain, app.is_line
  to handbill_visitor, handbill_musician, handbill_admin, handbill_system;

-- What is stored already is cleaned. Lines first; one of nothing else is none, or says so where there must be one.
do $$
declare
  unfit constant text := '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]';
  line record;
begin
  for line in
    select * from (values
      ('background_options', 'name', 100, 'Background'),
      ('musician_profiles', 'artist_name', 100, 'Unnamed'),
      ('musician_profiles', 'location', 100, null),
      ('music_tracks', 'title', 300, 'Untitled'),
      ('music_tracks', 'tag_title', 300, null),
      ('video_gallery', 'title', 200, 'Untitled'),
      ('press_kits', 'file_name', 255, 'Press kit.pdf'),
      ('events', 'title', 200, 'Untitled'),
      ('events', 'location', 200, null),
      ('events', 'venue_name', 200, null),
      ('fan_comments', 'author_name', 100, 'Unnamed'),
      ('booking_requests', 'requester_name', 100, 'Unnamed'),
      ('booking_requests', 'requester_phone', 50, null),
      ('booking_requests', 'event_location', 200, null),
      ('newsletter_subscribers', 'subscriber_name', 100, null),
      ('newsletter_subscribers', 'source', 100, null),
      ('newsletter_subscribers', 'consent_note', 200, null),
      ('message_attachments', 'file_name', 300, 'Untitled'),
      ('letters', 'title', 150, 'Untitled'),
      ('invitations', 'note', 200, null)
    ) as known (relation, field, longest, otherwise)
  loop
    set local role handbill_system;
    execute format(
      'update %1$I set %2$I = coalesce(nullif(trim(regexp_replace(%2$I, %3$L, '' '', ''g'')), ''''), %4$L) where %2$I ~ %5$L',
      line.relation, line.field, unfit || '+', line.otherwise, unfit);
    reset role;
    execute format(
      'alter table %1$I drop constraint %2$I, add constraint %2$I check (app.is_line(%3$I, %4$s))',
      line.relation, line.relation || '_' || line.field || '_length', line.field, line.longest);
  end loop;
end
$$;

-- Texts of several lines.
do $$
declare
  unfit constant text := '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]';
  body record;
begin
  for body in
    select * from (values
      ('musician_profiles', 'bio'),
      ('photo_gallery', 'caption'),
      ('photo_gallery', 'alt_text'),
      ('events', 'description'),
      ('fan_comments', 'content'),
      ('booking_requests', 'message'),
      ('messages', 'content'),
      ('letters', 'body'),
      ('users', 'suspended_reason'),
      ('warnings', 'content'),
      ('reports', 'reason')
    ) as known (relation, field)
  loop
    set local role handbill_system;
    execute format('update %1$I set %2$I = regexp_replace(%2$I, %3$L, '' '', ''g'') where %2$I ~ %3$L',
      body.relation, body.field, unfit);
    reset role;
    execute format('alter table %1$I add constraint %2$I check (app.is_plain(%3$I))',
      body.relation, body.relation || '_' || body.field || '_plain', body.field);
  end loop;
end
$$;
