-- What the admin's desk needs: suspensions and warnings, reports, an audit list, settings of the whole site, invitations,
-- and when somebody last gave their password.

-- When the password was last given in this session: at the sign-in, or since, where something asked for it again.
alter table sessions add confirmed_at timestamptz;
set local role handbill_system;
update sessions set confirmed_at = created_at;
reset role;
alter table sessions alter confirmed_at set default now(), alter confirmed_at set not null;

-- Suspensions

alter table users
  add suspended_at timestamptz,
  -- Shown to the musician.
  add suspended_reason text constraint users_suspended_reason_length check (app.is_text(suspended_reason, 500)),
  add constraint users_suspended_reason_present check ((suspended_at is null) = (suspended_reason is null)),
  -- So that the last admin can't be lost in this way either.
  add constraint users_suspended_at_role check (suspended_at is null or role = 'musician');
create index users_suspended_idx on users (id) where suspended_at is not null;
-- The order of the users' table on the desk.
drop index users_created_at_idx;
create index users_created_at_idx on users (created_at desc, id desc);

grant select (suspended_at, suspended_reason) on users to handbill_musician, handbill_admin;
grant update (suspended_at, suspended_reason) on users to handbill_admin;

-- Whose page an address leads to, and what is on the site's map, depends on all of them.
create trigger every_page_changed after update on users
  for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function app.every_page_changed();

grant create on schema app to handbill_system;
set local role handbill_system;

-- The accounts of which nothing is public. A visitor sees no account's state, so it runs as the system.
create function app.suspended() returns setof uuid
  language sql stable security definer rows 10 set search_path = ''
  as $$ select id from public.users where suspended_at is not null $$;

-- Whether the account that asks may change anything.
create function app.may_write() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select not exists (select from public.users where id = app.user_id() and suspended_at is not null)
  $$;

-- No letter goes out in the name of somebody who is suspended; they may send it on later.
create function app.letters_paused() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    update public.letters
    set status = case status when 'scheduled' then 'draft' else 'paused' end, scheduled_for = null
    where musician_id = new.id and status in ('scheduled', 'sending');
    return null;
  end $$;

-- As before, but for those who are suspended: all other accounts, the newest first, after the one named; of those whose
-- name or shown address holds the words.
create or replace function app.people(words text, after_id uuid, most integer)
  returns table (id uuid, email text, artist_name text, avatar_url text)
  language sql stable security definer set search_path = ''
  as $$
    select person.id, shown.email, profile.artist_name, profile.avatar_url
    from public.users person
      left join public.musician_profiles profile on profile.user_id = person.id
      left join public.message_settings setting on setting.user_id = person.id
      cross join lateral (
        select case when setting.hides_email is true then null else person.email end as email) shown
    where person.id <> app.user_id() and person.suspended_at is null
      and (after_id is null or (person.created_at, person.id) < (
        select last.created_at, last.id from public.users last where last.id = after_id))
      and (words = ''
        or pg_catalog.strpos(pg_catalog.lower(profile.artist_name), pg_catalog.lower(words)) > 0
        or pg_catalog.strpos(shown.email, pg_catalog.lower(words)) > 0)
    order by person.created_at desc, person.id desc
    limit most
  $$;

revoke all on function app.suspended, app.may_write, app.letters_paused from public;
grant execute on function app.suspended to handbill_visitor, handbill_musician;
grant execute on function app.may_write to handbill_musician;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.letters_paused to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger letters_paused after update on users
  for each row when (old.suspended_at is null and new.suspended_at is not null)
  execute function app.letters_paused();

-- A policy that looks at rows is asked before any condition that might tell of them, and lower() might: an artist is
-- found by name through a column of its own, whose comparison doesn't.
alter table musician_profiles add name_key text generated always as (lower(artist_name)) stored;
grant select (name_key) on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
drop index musician_profiles_artist_name_idx;
create index musician_profiles_name_key_idx on musician_profiles (name_key);

-- Nothing of a suspended musician is public. They see their own rows and change none: every table that a musician
-- writes, also a later one, has these three policies, or a test fails.
do $$
declare
  place text[];
begin
  foreach place slice 1 in array array[
    ['users', 'id'], ['musician_profiles', 'user_id'], ['music_tracks', 'user_id'], ['photo_gallery', 'user_id'],
    ['social_links', 'user_id'], ['payment_links', 'user_id'], ['video_gallery', 'user_id'],
    ['press_kits', 'user_id'], ['events', 'user_id'], ['withdrawn_events', 'user_id'],
    ['fan_comments', 'musician_id'], ['stored_images', 'user_id'], ['letters', 'musician_id']
  ] loop
    execute format(
      'create policy not_suspended on %1$I as restrictive for select to handbill_visitor, handbill_musician
         using (%2$I = app.user_id() or %2$I not in (select app.suspended()))', place[1], place[2]);
  end loop;
  foreach place slice 1 in array array[
    ['musician_profiles'], ['music_tracks'], ['photo_gallery'], ['social_links'], ['payment_links'],
    ['video_gallery'], ['press_kits'], ['events'], ['fan_comments'], ['booking_requests'],
    ['newsletter_subscribers'], ['stored_images'], ['comment_settings'], ['analytics_settings'], ['letters'],
    ['letter_deliveries'], ['conversations'], ['messages'], ['message_attachments'], ['message_blocks'],
    ['message_settings']
  ] loop
    execute format(
      'create policy may_insert on %1$I as restrictive for insert to handbill_musician
         with check ((select app.may_write()));
       create policy may_update on %1$I as restrictive for update to handbill_musician
         using ((select app.may_write()));
       create policy may_delete on %1$I as restrictive for delete to handbill_musician
         using ((select app.may_write()))', place[1]);
  end loop;
end $$;

-- Warnings: an admin's words, which the musician sees until they have put them away.

create table warnings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  content text not null constraint warnings_content_length check (app.is_text(content, 1000)),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz
);
create index warnings_user_id_idx on warnings (user_id, created_at desc);
create index warnings_created_by_idx on warnings (created_by);

-- Reports of comments, by anybody, and of messages, by whoever received them. What is gone needs no judgement.

alter table fan_comments
  -- An admin has hidden it: whatever its artist approves, it isn't shown.
  add hidden_at timestamptz;
alter table messages
  -- An admin has hidden it, from both sides.
  add hidden_at timestamptz;

create table reports (
  id uuid primary key default gen_random_uuid(),
  -- Null for a visitor.
  reporter_id uuid references users on delete cascade,
  comment_id uuid references fan_comments on delete cascade,
  message_id uuid references messages on delete cascade,
  reason text not null constraint reports_reason_length check (app.is_text(reason, 500)),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references users on delete set null,
  resolution text constraint reports_resolution_known
    check (resolution in ('dismissed', 'hidden', 'warned', 'suspended')),
  constraint reports_target_single check (num_nonnulls(comment_id, message_id) = 1),
  constraint reports_resolution_present check ((resolved_at is null) = (resolution is null))
);
create index reports_reporter_id_idx on reports (reporter_id);
create index reports_comment_id_idx on reports (comment_id);
create index reports_message_id_idx on reports (message_id);
create index reports_resolved_by_idx on reports (resolved_by);
create index reports_created_at_idx on reports (created_at desc, id);
create index reports_open_idx on reports (created_at desc, id) where resolved_at is null;
-- One open report of a thing from each account, and one from all visitors together. Whoever reports again says
-- `on conflict do nothing`.
create unique index reports_comment_open_key on reports (comment_id, reporter_id) nulls not distinct
  where resolved_at is null and comment_id is not null;
create unique index reports_message_open_key on reports (message_id, reporter_id) nulls not distinct
  where resolved_at is null and message_id is not null;

-- What admins have done. Nothing in here changes or goes, so it names accounts by the addresses they had.

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  -- Null where the operator did it by a command.
  actor_id uuid,
  actor text not null constraint audit_log_actor_length check (app.is_text(actor, 254)),
  action text not null constraint audit_log_action_length check (app.is_text(action, 60)),
  -- The address of the account it was done to, or the name of the thing.
  target text constraint audit_log_target_length check (app.is_text(target, 300)),
  details text not null default '' constraint audit_log_details_length check (char_length(details) <= 2000)
);
create index audit_log_at_idx on audit_log (at desc, id);

-- The site's settings: one row.

create table site_settings (
  id boolean primary key default true constraint site_settings_id_single check (id),
  -- Null: as the environment says.
  registration text constraint site_settings_registration_known check (registration in ('open', 'unlisted', 'closed')),
  -- On every artist's page, every comment waits for its artist.
  reviews_comments boolean not null default false,
  -- On every artist's page, a comment with a link in it waits for its artist.
  reviews_links boolean not null default true
);

-- Invitations: a link that lets one person sign up, also where registration is closed. Of the link's secret only the
-- SHA-256 is kept.

create table invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique
    constraint invitations_token_hash_length check (octet_length(token_hash) = 32),
  -- For whom, in the admin's words.
  note text constraint invitations_note_length check (app.is_text(note, 200)),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references users on delete set null,
  constraint invitations_expires_at_range check (expires_at > created_at)
);
create index invitations_created_by_idx on invitations (created_by);
create index invitations_used_by_idx on invitations (used_by);
create index invitations_created_at_idx on invitations (created_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['warnings', 'reports', 'audit_log', 'site_settings', 'invitations'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to handbill_system using (true) with check (true)', name);
    execute format('grant select, insert on %I to handbill_system', name);
  end loop;
end $$;
grant update, delete on warnings, reports, site_settings, invitations to handbill_system;

create policy own on warnings for select to handbill_musician using (user_id = app.user_id());
create policy own_dismissed on warnings for update to handbill_musician using (user_id = app.user_id());
create policy admin_reads on warnings for select to handbill_admin using (true);
create policy admin_new on warnings for insert to handbill_admin with check (created_by = app.user_id());
create policy may_insert on warnings as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on warnings as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on warnings as restrictive for delete to handbill_musician
  using ((select app.may_write()));
grant select (id, user_id, content, created_at, dismissed_at), update (dismissed_at) on warnings to handbill_musician;
grant select (id, user_id, content, created_by, created_at, dismissed_at), insert (user_id, content, created_by)
  on warnings to handbill_admin;

create policy left_by_a_visitor on reports for insert to handbill_visitor
  with check (reporter_id is null and message_id is null
    and exists (select from fan_comments comment where comment.id = comment_id));
create policy own on reports for select to handbill_musician using (reporter_id = app.user_id());
create policy own_new on reports for insert to handbill_musician
  with check (reporter_id = app.user_id() and (
    exists (select from fan_comments comment where comment.id = comment_id)
    or exists (
      select from messages message where message.id = message_id and message.sender_id <> app.user_id())));
create policy admin_reads on reports for select to handbill_admin using (true);
create policy admin_resolves on reports for update to handbill_admin
  using (true) with check (resolved_by is null or resolved_by = app.user_id());
create policy may_insert on reports as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on reports as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on reports as restrictive for delete to handbill_musician
  using ((select app.may_write()));
grant insert (comment_id, reason) on reports to handbill_visitor;
grant select (id, reporter_id, comment_id, message_id, created_at, resolved_at),
  insert (reporter_id, comment_id, message_id, reason)
  on reports to handbill_musician;
grant select (id, reporter_id, comment_id, message_id, reason, created_at, resolved_at, resolved_by, resolution),
  update (resolved_at, resolved_by, resolution)
  on reports to handbill_admin;

-- An admin reads what somebody wrote once it is reported, and no sooner.
create policy reported on fan_comments for select to handbill_admin
  using (exists (select from reports report where report.comment_id = fan_comments.id));
create policy reported_hidden on fan_comments for update to handbill_admin
  using (exists (select from reports report where report.comment_id = fan_comments.id));
grant select (id, musician_id, author_name, content, is_approved, hidden_at, created_at), update (hidden_at)
  on fan_comments to handbill_admin;
create policy reported on messages for select to handbill_admin
  using (exists (select from reports report where report.message_id = messages.id));
create policy reported_hidden on messages for update to handbill_admin
  using (exists (select from reports report where report.message_id = messages.id));
grant select (id, sender_id, content, hidden_at, created_at), update (hidden_at) on messages to handbill_admin;

-- What an admin has hidden is seen by the artist under whose page it stands, and by nobody else.
create policy not_hidden on fan_comments as restrictive for select to handbill_visitor, handbill_musician
  using (hidden_at is null or musician_id = app.user_id());
grant select (hidden_at) on fan_comments to handbill_musician;
create policy not_hidden on messages as restrictive for select to handbill_musician using (hidden_at is null);

create policy admin_reads on audit_log for select to handbill_admin using (true);
create policy admin_new on audit_log for insert to handbill_admin with check (actor_id = app.user_id());
grant select (id, at, actor_id, actor, action, target, details), insert (actor_id, actor, action, target, details)
  on audit_log to handbill_admin;

create policy admin_reads on site_settings for select to handbill_admin using (true);
create policy admin_updates on site_settings for update to handbill_admin using (true);
grant select (id, registration, reviews_comments, reviews_links),
  update (registration, reviews_comments, reviews_links)
  on site_settings to handbill_admin;
set local role handbill_system;
insert into site_settings default values;
reset role;

create policy admin_reads on invitations for select to handbill_admin using (true);
create policy admin_new on invitations for insert to handbill_admin with check (created_by = app.user_id());
create policy admin_deletes on invitations for delete to handbill_admin using (true);
grant select (id, note, created_by, created_at, expires_at, used_at, used_by),
  insert (token_hash, note, created_by, expires_at), delete
  on invitations to handbill_admin;
