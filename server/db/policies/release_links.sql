-- Where a release can be heard elsewhere: the musician's own, and public with the release.

alter table release_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on release_links to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on release_links to handbill_musician using (user_id = app.user_id());

-- Those of the releases that one may see.
create policy shown on release_links for select to handbill_visitor, handbill_musician
  using (exists (select from releases where releases.id = release_id));

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on release_links as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on release_links as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on release_links as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on release_links as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on release_links to handbill_system;
grant select (id, user_id, release_id, position, platform, url) on release_links
  to handbill_visitor, handbill_musician;
grant insert (user_id, release_id, position, platform, url), delete on release_links to handbill_musician;
