-- An account's own preferences: its time zone, how dates and numbers are written, and when mails tell of what happens.
-- Before, analytics kept the time zone, and messages whether a mail tells of new ones.

create table account_preferences (
  user_id uuid primary key references users on delete cascade,
  -- An IANA name; null until a device or the musician has said one, which is UTC.
  time_zone text constraint account_preferences_time_zone_format
    check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64),
  format text not null default 'en-US' constraint account_preferences_format_known
    check (format in ('en-US', 'en-GB', 'en-AU', 'en-IN', 'en-DE', 'en-FR', 'en-CH', 'en-SE', 'iso')),
  -- When a mail tells of each. An account without a row has these defaults too: see app.mails_when.
  bookings text not null default 'at_once' constraint account_preferences_bookings_known
    check (bookings in ('at_once', 'daily', 'never')),
  comments text not null default 'daily' constraint account_preferences_comments_known
    check (comments in ('at_once', 'daily', 'never')),
  messages text not null default 'at_once' constraint account_preferences_messages_known
    check (messages in ('at_once', 'daily', 'never')),
  subscribers text not null default 'daily' constraint account_preferences_subscribers_known
    check (subscribers in ('at_once', 'daily', 'never'))
);

-- What a mail is still to tell of. A row goes in the transaction that leaves its mail.
create table notifications (
  user_id uuid not null references users on delete cascade,
  kind text not null constraint notifications_kind_known
    check (kind in ('bookings', 'comments', 'messages', 'subscribers')),
  -- A booking request, a comment, a conversation or a subscriber, which may be gone by then.
  source_id uuid not null,
  primary key (user_id, kind, source_id)
);

-- The mail about each kind, and the daily one about all the others together.
create table notification_mails (
  user_id uuid not null references users on delete cascade,
  about text not null constraint notification_mails_about_known
    check (about in ('bookings', 'comments', 'messages', 'subscribers', 'daily')),
  -- Null when there is nothing to tell.
  due_at timestamptz,
  sent_at timestamptz,
  -- In the link that switches these mails off.
  off_key uuid not null default gen_random_uuid() constraint notification_mails_off_key_key unique,
  primary key (user_id, about)
);
create index notification_mails_due_at_idx on notification_mails (due_at) where due_at is not null;

-- Nobody who had no mails about comments and subscribers gets any unasked.
grant insert on account_preferences to handbill_system;
set local role handbill_system;
insert into account_preferences (user_id, time_zone, comments, subscribers, messages)
  select person.id, clock.time_zone, 'never', 'never', case when setting.mails_new then 'at_once' else 'never' end
  from users person
    left join analytics_settings clock on clock.user_id = person.id
    left join lateral (
      select coalesce((select mails_new from message_settings where user_id = person.id), true) as mails_new
    ) setting on true;
reset role;

create or replace function app.own_day(artist uuid, at timestamptz) returns date
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (at at time zone coalesce(
      (select time_zone from public.account_preferences where user_id = artist), 'UTC'))::date;
  exception when invalid_parameter_value then
    return (at at time zone 'UTC')::date;
  end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- When a mail tells this account of such things. These run as the system: visitors and other musicians cause the mails.
create function app.mails_when(person uuid, kind text) returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select case kind when 'bookings' then bookings when 'comments' then comments
          when 'messages' then messages when 'subscribers' then subscribers end
        from public.account_preferences where user_id = person),
      case when kind in ('bookings', 'messages') then 'at_once' else 'daily' end)
  $$;

-- The next eight o'clock where the account is. A time zone that this database doesn't know keeps nobody from writing.
create function app.next_morning(person uuid) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    zone text := coalesce((select time_zone from public.account_preferences where user_id = person), 'UTC');
    here timestamp;
  begin
    begin
      here := pg_catalog.now() at time zone zone;
    exception when invalid_parameter_value then
      zone := 'UTC';
      here := pg_catalog.now() at time zone zone;
    end;
    -- A day later where it is past eight.
    return (pg_catalog.date_trunc('day', here + interval '16 hours') + interval '8 hours') at time zone zone;
  end $$;

-- Sees to it that a mail is due for whatever is still to be told: soon, but at most once an hour about the same kind, or in
-- the morning. Forgets what is to be told never. The mails that have become due by this call need a job.
create function app.schedule_notifications(person uuid) returns table (about text, due_at timestamptz)
  language sql volatile security definer set search_path = ''
  as $$
    delete from public.notifications
    where user_id = person and kind in (
      select kind from unnest(array['bookings', 'comments', 'messages', 'subscribers']) kind
      where app.mails_when(person, kind) = 'never');

    insert into public.notification_mails as mail (user_id, about, due_at)
      select distinct person, wanted.about,
        case wanted.about when 'daily' then app.next_morning(person) else pg_catalog.now() + interval '2 minutes' end
      from (
        select case app.mails_when(person, kind) when 'daily' then 'daily' else kind end as about
        from unnest(array['bookings', 'comments', 'messages', 'subscribers']) kind
        where exists (
          select from public.notifications waiting where waiting.user_id = person and waiting.kind = kind.kind)
      ) wanted
      order by wanted.about
    on conflict (user_id, about) do update
      set due_at = case mail.about when 'daily' then excluded.due_at
        else greatest(excluded.due_at, mail.sent_at + interval '1 hour') end
      where mail.due_at is null
    returning mail.about, mail.due_at
  $$;

-- Notes something that happened to an account, for the mail that tells of it. Messages have a mail of their own for each
-- conversation unless the account wants them with the others.
create function app.note_event(person uuid, kind text, source uuid)
  returns table (about text, due_at timestamptz)
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.notifications (user_id, kind, source_id)
      select person, note_event.kind, source
      where app.mails_when(person, note_event.kind) = 'daily'
        or (app.mails_when(person, note_event.kind) = 'at_once' and note_event.kind <> 'messages')
    on conflict (user_id, kind, source_id) do nothing;
    select scheduled.about, scheduled.due_at from app.schedule_notifications(person) scheduled
  $$;

-- The morning is another one in another time zone. Whoever changes it then schedules the mail again.
create function app.time_zone_changed() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    update public.notification_mails set due_at = null
    where user_id = new.user_id and about = 'daily' and due_at > pg_catalog.now();
    return null;
  end $$;

-- As before, by the account's preferences.
create or replace function app.mail_due(about uuid) returns timestamptz
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.message_mails as mail (conversation_id, recipient_id, due_at)
      select conversation.id, recipient.id, pg_catalog.now() + interval '2 minutes'
      from public.conversations conversation
        cross join lateral (
          select case app.user_id()
            when participant_1 then participant_2 when participant_2 then participant_1 end as id) recipient
      where conversation.id = about and recipient.id is not null
        and app.mails_when(recipient.id, 'messages') = 'at_once'
      on conflict (conversation_id, recipient_id) do update
        set due_at = greatest(excluded.due_at, mail.sent_at + interval '1 hour')
        where mail.due_at is null
      returning due_at
  $$;

revoke all on function app.mails_when, app.next_morning, app.schedule_notifications, app.note_event,
  app.time_zone_changed from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.time_zone_changed to session_user;
grant execute on function app.mails_when, app.schedule_notifications to handbill_musician;
grant execute on function app.note_event to handbill_visitor, handbill_musician;

reset role;
revoke create on schema app from handbill_system;

create trigger time_zone_changed after insert or update of time_zone on account_preferences
  for each row execute function app.time_zone_changed();

drop table analytics_settings;
alter table message_settings drop mails_new;
