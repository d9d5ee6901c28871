-- Links to an artist elsewhere: the musician's own, and public.

alter table social_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on social_links to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on social_links to handbill_musician using (user_id = app.user_id());

-- They stand on a public page.
create policy shown on social_links for select to handbill_visitor, handbill_musician using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on social_links as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on social_links as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on social_links as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on social_links as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on social_links to handbill_system;
grant select (id, user_id, platform, url, created_at, display_order)
  on social_links to handbill_visitor, handbill_musician;
grant insert (user_id, platform, url), update (platform, url, display_order), delete
  on social_links to handbill_musician;
