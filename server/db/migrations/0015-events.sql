-- When an event really is: where it is that time, how long it goes, whether it still takes place. And what a calendar
-- that somebody has subscribed to must know, so that changes and cancellations follow.

alter table events
  -- At or before event_time: after midnight, unless there is an end_date.
  add end_time time,
  -- The last day of an event of several; null otherwise. At most a year later, so that whoever looks for what is not
  -- over yet need not look further back.
  add end_date date,
  -- An IANA name; null where the place is not known, and the time is whatever clocks there say.
  add time_zone text constraint events_time_zone_format
    check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64),
  add cancelled_at timestamptz,
  -- How often it has changed since it was made, as RFC 5545 counts.
  add sequence integer not null default 0 constraint events_sequence_range check (sequence >= 0),
  add created_at timestamptz not null default now(),
  add constraint events_end_date_range check (end_date > event_date and end_date <= event_date + 366),
  add constraint events_end_time_start check (end_time is null or event_time is not null);

grant select (end_time, end_date, time_zone, cancelled_at, sequence, created_at)
  on events to handbill_visitor, handbill_musician;
grant insert (end_time, end_date, time_zone, cancelled_at), update (end_time, end_date, time_zone, cancelled_at)
  on events to handbill_musician;

-- Counts every change that a calendar shows, in whatever way it is written.
create function app.event_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    unseen constant text[] := array['sequence', 'updated_at', 'is_featured'];
  begin
    if to_jsonb(new) - unseen is distinct from to_jsonb(old) - unseen then
      new.sequence := old.sequence + 1;
    end if;
    return new;
  end $$;

revoke all on function app.event_changed() from public;

create trigger event_changed before update on events for each row execute function app.event_changed();

-- What is left of an event that was announced and then deleted or made a draft: enough for calendars to take it back,
-- and no word of it.
create table withdrawn_events (
  -- The event's.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  sequence integer not null constraint withdrawn_events_sequence_range check (sequence > 0),
  event_date date not null,
  event_time time,
  end_time time,
  end_date date,
  time_zone text,
  withdrawn_at timestamptz not null default now()
);
create index withdrawn_events_user_id_idx on withdrawn_events (user_id, withdrawn_at desc);

alter table withdrawn_events enable row level security;
alter table withdrawn_events force row level security;
create policy system on withdrawn_events to handbill_system using (true) with check (true);
create policy shown on withdrawn_events for select to handbill_visitor using (true);
grant select, insert, update, delete on withdrawn_events to handbill_system;
grant select on withdrawn_events to handbill_visitor;

grant create on schema app to handbill_system;
set local role handbill_system;

-- It runs as the system, because nobody writes there by themselves.
create function app.event_withdrawn() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if tg_op = 'UPDATE' and new.is_published then
      delete from public.withdrawn_events where id = new.id;
      return null;
    end if;
    -- Nobody waits for what is over.
    if coalesce(old.end_date, old.event_date) < current_date - 1 then
      return null;
    end if;
    delete from public.withdrawn_events
    where user_id = old.user_id and withdrawn_at < pg_catalog.now() - interval '60 days';
    insert into public.withdrawn_events
      (id, user_id, sequence, event_date, event_time, end_time, end_date, time_zone)
    select old.id, old.user_id, old.sequence + 1, old.event_date, old.event_time, old.end_time, old.end_date,
      old.time_zone
    -- Whoever deletes an account deletes its events, too.
    where exists (select from public.users where users.id = old.user_id);
    return null;
  end $$;

revoke all on function app.event_withdrawn from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.event_withdrawn to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger event_withdrawn_updated after update on events
  for each row when (old.is_published <> new.is_published) execute function app.event_withdrawn();
create trigger event_withdrawn_deleted after delete on events
  for each row when (old.is_published) execute function app.event_withdrawn();
