-- Webhooks: what happens to an account is posted to addresses of its owner's.

create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null constraint webhook_endpoints_url_address check (app.is_web_address(url)),
  -- What it wants to hear of: the first words of the events' types.
  subjects text[] not null constraint webhook_endpoints_subjects_format
    check (array_to_string(subjects, ' ', '') ~ '^[a-z]{1,20}( [a-z]{1,20}){0,19}$'),
  -- Signs every post. Its owner is shown it when it is made.
  secret text not null constraint webhook_endpoints_secret_format
    check (secret ~ '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$'),
  -- Signs as well, for a day after it was replaced.
  former_secret text,
  replaced_at timestamptz,
  is_on boolean not null default true,
  -- It has answered that it is gone, and was switched off.
  gone_at timestamptz,
  -- Its owner was told that a delivery has failed; null again after one that arrives.
  told_at timestamptz,
  -- Somebody posts to it until then, or it rests after a failure.
  held_until timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_endpoints_user_id_idx on webhook_endpoints (user_id, created_at);

-- An event that is to be posted to an endpoint, or was. What is posted is read when it is posted, so that nothing leaves
-- which has been hidden or deleted by then.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  type text not null constraint webhook_deliveries_type_format check (type ~ '^[a-z]{1,20}\.[a-z]{1,20}$'),
  -- The row that it is about, which may be gone; null for a test.
  subject_id uuid,
  -- Withdrawn: what it is about is public no more.
  state text not null default 'waiting' constraint webhook_deliveries_state_known
    check (state in ('waiting', 'delivered', 'failed', 'withdrawn')),
  -- Since it was made or asked for again.
  attempts integer not null default 0 constraint webhook_deliveries_attempts_range check (attempts >= 0),
  due_at timestamptz not null default now() constraint webhook_deliveries_due_at_years
    check (due_at >= '1900-01-01 00:00+00' and due_at < '2200-01-01 00:00+00'),
  -- The last attempt: when, how long, the answer's status, and the beginning of its text or what went wrong.
  tried_at timestamptz,
  duration_ms integer,
  status integer,
  answer text,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_user_id_idx on webhook_deliveries (user_id, created_at desc, id);
create index webhook_deliveries_endpoint_id_idx on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_due_idx on webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_created_at_idx on webhook_deliveries (created_at);

alter table webhook_endpoints enable row level security, force row level security;
create policy system on webhook_endpoints to handbill_system using (true) with check (true);
grant select, insert, update, delete on webhook_endpoints to handbill_system;
alter table webhook_deliveries enable row level security, force row level security;
create policy system on webhook_deliveries to handbill_system using (true) with check (true);
grant select, insert, update, delete on webhook_deliveries to handbill_system;

-- A replaced secret stays good for a while; an endpoint that is switched on again begins anew.
create function app.webhook_endpoint_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.secret <> old.secret then
      new.former_secret := old.secret;
      new.replaced_at := pg_catalog.now();
    end if;
    if new.is_on and not old.is_on then
      new.gone_at := null;
      new.told_at := null;
      new.held_until := null;
    end if;
    return new;
  end $$;
revoke all on function app.webhook_endpoint_changed from public;

create trigger webhook_endpoint_changed before update on webhook_endpoints
  for each row execute function app.webhook_endpoint_changed();

grant create on schema app to handbill_system;
set local role handbill_system;

-- Has an event posted to those endpoints of an account that want it. It runs as the system, for whoever causes the event.
-- An account that is suspended or about to go sends nothing; one that is gone has no endpoints soon. With a time, it is what
-- happened then: not for endpoints that came later, nor where it was noted already.
create function app.note_webhook(person uuid, of_type text, subject uuid, since timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    endpoint uuid;
  begin
    for endpoint in
      insert into public.webhook_deliveries (user_id, endpoint_id, type, subject_id)
        select person, wanting.id, of_type, subject
        from public.webhook_endpoints wanting
          join public.users owner on owner.id = wanting.user_id
        where wanting.user_id = person and wanting.is_on
          and pg_catalog.split_part(of_type, '.', 1) = any (wanting.subjects)
          and owner.suspended_at is null and owner.deletes_at is null
          and (since is null or wanting.created_at <= since and not exists (
            select from public.webhook_deliveries noted
            where noted.endpoint_id = wanting.id and noted.type = of_type and noted.subject_id = subject
              -- The server's clock may be a little ahead of the database's.
              and noted.created_at >= since - interval '1 minute'))
        returning endpoint_id
    loop
      perform app.enqueue('webhooks.send', pg_catalog.jsonb_build_object('endpointId', endpoint), pg_catalog.now());
    end loop;
  end $$;

-- The same for a row: its arguments are the event's type and the column of the account.
create function app.webhook() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    subject jsonb := case tg_op when 'DELETE' then pg_catalog.to_jsonb(old) else pg_catalog.to_jsonb(new) end;
  begin
    perform app.note_webhook((subject ->> tg_argv[1])::uuid, tg_argv[0], (subject ->> 'id')::uuid);
    return null;
  end $$;

-- A release that is public from now on is told of; one that is published later, by a job of that moment.
create function app.webhook_release() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if new.published_at <= pg_catalog.clock_timestamp() then
      perform app.note_webhook(new.user_id, 'release.published', new.id);
    else
      perform app.enqueue('webhooks.release', pg_catalog.jsonb_build_object('releaseId', new.id), new.published_at);
    end if;
    return null;
  end $$;

-- What that job does; also for releases whose job was lost. Locked: of two for the same release, the second one sees what
-- the first has noted.
create function app.note_published_release(release uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    published public.releases;
  begin
    select * into published from public.releases
    where id = release and published_at <= pg_catalog.clock_timestamp() and deleted_at is null
    for update;
    if found then
      perform app.note_webhook(published.user_id, 'release.published', published.id, published.published_at);
    end if;
  end $$;

revoke all on function app.note_webhook, app.webhook, app.webhook_release, app.note_published_release from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.webhook, app.webhook_release to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger webhook_created after insert on booking_requests
  for each row execute function app.webhook('booking.created', 'musician_id');
create trigger webhook_changed after update on booking_requests
  for each row when (old.status <> new.status) execute function app.webhook('booking.changed', 'musician_id');

create trigger webhook_confirmed_inserted after insert on newsletter_subscribers
  for each row when (new.confirmed_at is not null)
  execute function app.webhook('subscriber.confirmed', 'musician_id');
create trigger webhook_confirmed_updated after update on newsletter_subscribers
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function app.webhook('subscriber.confirmed', 'musician_id');
create trigger webhook_unsubscribed after update on newsletter_subscribers
  for each row when (old.unsubscribed_at is null and new.unsubscribed_at is not null)
  execute function app.webhook('subscriber.unsubscribed', 'musician_id');

create trigger webhook_published_inserted after insert on fan_comments
  for each row when (new.is_approved) execute function app.webhook('comment.published', 'musician_id');
create trigger webhook_published_updated after update on fan_comments
  for each row when (not old.is_approved and new.is_approved)
  execute function app.webhook('comment.published', 'musician_id');

create trigger webhook_release_inserted after insert on releases
  for each row when (new.published_at is not null) execute function app.webhook_release();
create trigger webhook_release_updated after update on releases
  for each row when (new.published_at is not null and new.published_at is distinct from old.published_at)
  execute function app.webhook_release();

create trigger webhook_created_inserted after insert on events
  for each row when (new.is_published) execute function app.webhook('event.created', 'user_id');
create trigger webhook_created_updated after update on events
  for each row when (not old.is_published and new.is_published)
  execute function app.webhook('event.created', 'user_id');
create trigger webhook_changed after update on events
  for each row when (old.is_published and new.is_published and old.sequence <> new.sequence)
  execute function app.webhook('event.changed', 'user_id');
create trigger webhook_deleted_updated after update on events
  for each row when (old.is_published and not new.is_published)
  execute function app.webhook('event.deleted', 'user_id');
create trigger webhook_deleted after delete on events
  for each row when (old.is_published) execute function app.webhook('event.deleted', 'user_id');

create trigger webhook_received after insert on messages
  for each row execute function app.webhook('message.received', 'recipient_id');
