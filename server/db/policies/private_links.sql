-- Links to what isn't public: a musician's own. Who has one is shown its page by the system, which looks it up.

alter table private_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on private_links to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on private_links to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on private_links as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_delete on private_links as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on private_links to handbill_system;
grant select (id, user_id, name, token, track_id, release_id, expires_at, created_at),
  insert (user_id, name, token, track_id, release_id, expires_at),
  delete
  on private_links to handbill_musician;
