-- Messages get an order that never lies, may be sent again without being stored twice, and can be unwelcome.

-- An order within each conversation, given while its row is locked: whoever has seen a number has seen all before it.
alter table conversations
  add last_sequence bigint not null default 0
    constraint conversations_last_sequence_range check (last_sequence >= 0),
  -- Whole milliseconds, which is as much as a browser can give back.
  alter last_message_at set default date_trunc('milliseconds', now());

alter table messages
  add sequence bigint constraint messages_sequence_range check (sequence >= 1),
  add recipient_id uuid references users on delete cascade,
  -- Made by the sender's browser: the same message again has the same.
  add client_id uuid not null default gen_random_uuid();

set local role handbill_system;

update messages set
  sequence = numbered.sequence,
  recipient_id = case messages.sender_id
    when conversation.participant_1 then conversation.participant_2 else conversation.participant_1 end
from conversations conversation, (
  select id, row_number() over (partition by conversation_id order by created_at, id) as sequence from messages
) numbered
where conversation.id = messages.conversation_id and numbered.id = messages.id;

update conversations set
  last_message_at = date_trunc('milliseconds', last_message_at),
  last_sequence = coalesce(
    (select max(message.sequence) from messages message where message.conversation_id = conversations.id), 0);

reset role;

-- Neither default is ever stored: number_message replaces them.
alter table messages
  alter sequence set not null,
  alter sequence set default 0,
  alter recipient_id set not null,
  alter recipient_id set default '00000000-0000-0000-0000-000000000000',
  add constraint messages_sequence_key unique (conversation_id, sequence),
  add constraint messages_client_id_key unique (sender_id, client_id);

drop index messages_conversation_id_idx, messages_sender_id_idx, messages_unread_idx, conversations_participant_2_idx;
create index messages_unread_idx on messages (recipient_id, conversation_id, sequence) where not is_read;
create index messages_recipient_id_idx on messages (recipient_id);
create index conversations_participant_1_idx on conversations (participant_1, last_message_at desc, id desc);
create index conversations_participant_2_idx on conversations (participant_2, last_message_at desc, id desc);

-- Neither of the two can write to the other; only who has blocked knows.
create table message_blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint message_blocks_blocked_id_other check (blocked_id <> blocker_id)
);
create index message_blocks_blocked_id_idx on message_blocks (blocked_id);

create table message_settings (
  user_id uuid primary key references users on delete cascade,
  -- Then it is neither shown to other musicians nor found by them.
  hides_email boolean not null default false,
  -- About messages that wait to be read, where mail is set up.
  mails_new boolean not null default true
);

-- What is known of the mails about one conversation to one of its two.
create table message_mails (
  conversation_id uuid not null references conversations on delete cascade,
  recipient_id uuid not null references users on delete cascade,
  -- When the next one goes out, unless everything is read by then; null when there is nothing to tell.
  due_at timestamptz,
  sent_at timestamptz,
  primary key (conversation_id, recipient_id)
);
create index message_mails_recipient_id_idx on message_mails (recipient_id);
create index message_mails_due_at_idx on message_mails (due_at) where due_at is not null;

alter table message_blocks enable row level security;
alter table message_blocks force row level security;
alter table message_settings enable row level security;
alter table message_settings force row level security;
alter table message_mails enable row level security;
alter table message_mails force row level security;
create policy system on message_blocks to handbill_system using (true) with check (true);
create policy system on message_settings to handbill_system using (true) with check (true);
create policy system on message_mails to handbill_system using (true) with check (true);
create policy own on message_blocks to handbill_musician using (blocker_id = app.user_id());
create policy own on message_settings to handbill_musician using (user_id = app.user_id());
grant select, insert, update, delete on message_blocks, message_settings, message_mails to handbill_system;
grant select, insert (blocker_id, blocked_id), delete on message_blocks to handbill_musician;
grant select, insert (user_id, hides_email, mails_new), update (hides_email, mails_new)
  on message_settings to handbill_musician;

-- What one musician must not see, but has to be held up by, or be served with.

grant create on schema app to handbill_system;
set local role handbill_system;

-- Whoever sends has the conversation locked from here to the commit. What it says of itself follows by this alone.
-- Rows that bring a number (copies of a history) are taken as they are.
create function app.number_message() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    conversation public.conversations;
  begin
    update public.conversations set
      last_sequence = last_sequence + 1,
      last_message_at = greatest(last_message_at, pg_catalog.date_trunc('milliseconds', pg_catalog.clock_timestamp()))
    where id = new.conversation_id
    returning * into conversation;
    new.sequence := conversation.last_sequence;
    new.recipient_id := case new.sender_id
      when conversation.participant_1 then conversation.participant_2
      when conversation.participant_2 then conversation.participant_1 end;
    return new;
  end $$;

create function app.are_blocked(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.message_blocks
      where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one))
  $$;

-- Whether the track came with a message to or from whoever asks: then both of them may hear it, hidden or not.
create function app.is_in_own_messages(track uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.message_attachments attachment
        join public.messages message on message.id = attachment.message_id
      where attachment.track_id = track and app.user_id() in (message.sender_id, message.recipient_id))
  $$;

-- A musician's address as others see it: null when it is hidden.
create function app.shown_email(person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select email from public.users
    where id = person
      and not exists (select from public.message_settings where user_id = person and hides_email)
  $$;

-- All other accounts, the newest first, after the one named; of those whose name or shown address holds the words.
create function app.people(words text, after_id uuid, most integer)
  returns table (id uuid, email text, artist_name text, avatar_url text)
  language sql stable security definer set search_path = ''
  as $$
    select person.id, shown.email, profile.artist_name, profile.avatar_url
    from public.users person
      left join public.musician_profiles profile on profile.user_id = person.id
      left join public.message_settings setting on setting.user_id = person.id
      cross join lateral (
        select case when setting.hides_email is true then null else person.email end as email) shown
    where person.id <> app.user_id()
      and (after_id is null or (person.created_at, person.id) < (
        select last.created_at, last.id from public.users last where last.id = after_id))
      and (words = ''
        or pg_catalog.strpos(pg_catalog.lower(profile.artist_name), pg_catalog.lower(words)) > 0
        or pg_catalog.strpos(shown.email, pg_catalog.lower(words)) > 0)
    order by person.created_at desc, person.id desc
    limit most
  $$;

-- After a message was sent, in its transaction: when the other one is to have a mail about it, if none is due already
-- and they want any; at most one an hour for each conversation.
create function app.mail_due(about uuid) returns timestamptz
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.message_mails as mail (conversation_id, recipient_id, due_at)
      select conversation.id, recipient.id, pg_catalog.now() + interval '2 minutes'
      from public.conversations conversation
        cross join lateral (
          select case app.user_id()
            when participant_1 then participant_2 when participant_2 then participant_1 end as id) recipient
      where conversation.id = about and recipient.id is not null
        and not exists (
          select from public.message_settings where user_id = recipient.id and not mails_new)
      on conflict (conversation_id, recipient_id) do update
        set due_at = greatest(excluded.due_at, mail.sent_at + interval '1 hour')
        where mail.due_at is null
      returning due_at
  $$;

revoke all on function app.number_message, app.are_blocked, app.is_in_own_messages, app.shown_email, app.people,
  app.mail_due from public;
grant execute on function app.are_blocked, app.is_in_own_messages, app.shown_email, app.people, app.mail_due
  to handbill_musician;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.number_message to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger number_message before insert on messages
  for each row when (new.sequence = 0) execute function app.number_message();

drop policy own on messages;
drop policy own_new on messages;
drop policy received on messages;
create policy own on messages for select to handbill_musician using (app.user_id() in (sender_id, recipient_id));
create policy own_new on messages for insert to handbill_musician
  with check (sender_id = app.user_id()
    and conversation_id in (select conversation.id from conversations conversation)
    and not app.are_blocked(sender_id, recipient_id));
-- Only who received it marks a message as read, and nothing makes it unread again [2 §4].
create policy received on messages for update to handbill_musician
  using (recipient_id = app.user_id()) with check (is_read);
grant select (sequence, recipient_id, client_id), insert (client_id) on messages to handbill_musician;

-- The trigger says when it was.
revoke update (last_message_at) on conversations from handbill_musician;
grant select (last_sequence) on conversations to handbill_musician;
create policy not_blocked on conversations as restrictive for insert to handbill_musician
  with check (not app.are_blocked(participant_1, participant_2));

-- Named so that it is asked last.
create policy through_messages on music_tracks for select to handbill_musician
  using (app.is_in_own_messages(id));

create trigger has_news_sender after insert or update or delete on messages
  for each row execute function app.has_news('sender_id', 'messages');
create trigger has_news_recipient after insert or update or delete on messages
  for each row execute function app.has_news('recipient_id', 'messages');
create trigger has_news_1 after insert or delete on conversations
  for each row execute function app.has_news('participant_1', 'messages');
create trigger has_news_2 after insert or delete on conversations
  for each row execute function app.has_news('participant_2', 'messages');
create trigger has_news after insert or delete on message_blocks
  for each row execute function app.has_news('blocker_id', 'messages');
