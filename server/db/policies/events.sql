-- Events of an artist: the musician's own, and public once published.

alter table events enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on events to handbill_system using (true) with check (true);

-- A musician keeps their own, drafts too.
create policy own on events to handbill_musician using (user_id = app.user_id());

-- A draft is its musician's alone.
create policy shown on events for select to handbill_visitor, handbill_musician using (is_published);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on events as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on events as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on events as restrictive for update to handbill_musician using ((select app.may_write()));
create policy may_delete on events as restrictive for delete to handbill_musician using ((select app.may_write()));

grant select, insert, update, delete on events to handbill_system;
grant select (id, user_id, title, description, event_type, event_date, event_time, location, venue_name, ticket_url,
    is_featured, is_published, updated_at, end_time, end_date, time_zone, cancelled_at, sequence, created_at,
    address, admission, translations)
  on events to handbill_visitor, handbill_musician;
grant insert (user_id, title, description, event_type, event_date, event_time, location, venue_name, ticket_url,
    is_featured, is_published, updated_at, end_time, end_date, time_zone, cancelled_at, address, admission,
    translations),
  update (title, description, event_type, event_date, event_time, location, venue_name, ticket_url, is_featured,
    is_published, updated_at, end_time, end_date, time_zone, cancelled_at, address, admission,
    translations),
  delete
  on events to handbill_musician;
