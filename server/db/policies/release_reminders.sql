-- Fans to be told of a release: a visitor leaves an address, which nobody else reads; its musician sees how many there are.

alter table release_reminders enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on release_reminders to handbill_system using (true) with check (true);

-- A musician sees how many have asked, and how the news arrived, not their addresses.
create policy own on release_reminders for select to handbill_musician using (user_id = app.user_id());

-- One of unknown outcome may be told once more, if its musician asks for it; no other is.
create policy again on release_reminders for update to handbill_musician
  using (status = 'unknown' and user_id = app.user_id())
  with check (status = 'waiting');

-- Only of a release that is announced to everyone, and not out yet.
create policy left_by_a_visitor on release_reminders for insert to handbill_visitor
  with check (exists (
    select from releases
    where releases.id = release_id and releases.user_id = release_reminders.user_id and released_at > now()));

-- A suspended musician changes nothing.
create policy may_insert on release_reminders as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on release_reminders as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on release_reminders as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on release_reminders to handbill_system;
grant select (id, user_id, release_id, confirmed_at, status, created_at), update (status)
  on release_reminders to handbill_musician;
grant insert (user_id, release_id, email, language) on release_reminders to handbill_visitor;
