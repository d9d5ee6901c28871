-- Which tracks are on which release: the musician's own, and public with the release.

alter table release_tracks enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on release_tracks to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on release_tracks to handbill_musician using (user_id = app.user_id());

-- Those of the releases that one may see. What may be read of the tracks themselves is theirs to say.
create policy shown on release_tracks for select to handbill_visitor, handbill_musician
  using (exists (select from releases where releases.id = release_id));

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on release_tracks as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on release_tracks as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on release_tracks as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on release_tracks as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on release_tracks to handbill_system;
grant select (user_id, release_id, track_id, position, is_early) on release_tracks
  to handbill_visitor, handbill_musician;
grant select (is_hidden_with), insert (user_id, release_id, track_id, position, is_early),
  update (position, is_early, is_hidden_with), delete
  on release_tracks to handbill_musician;
