-- Releases of an artist: the musician's own, and public once published.

alter table releases enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on releases to handbill_system using (true) with check (true);

-- A musician keeps their own, drafts and deleted ones too.
create policy own on releases to handbill_musician using (user_id = app.user_id());

-- A draft, and what is deleted, is its musician's alone.
create policy shown on releases for select to handbill_visitor, handbill_musician
  using (published_at <= now() and deleted_at is null);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on releases as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on releases as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on releases as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on releases as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on releases to handbill_system;
grant select (id, user_id, slug, title, kind, description, credits, licence, upc, cover_image, published_at,
    release_date, time_zone, released_at, created_at, updated_at, translations)
  on releases to handbill_visitor, handbill_musician;
grant select (deleted_at),
  insert (user_id, title, kind, description, credits, licence, upc, cover_image, published_at, release_date, time_zone,
    translations),
  update (title, kind, description, credits, licence, upc, cover_image, published_at, release_date, time_zone,
    deleted_at, updated_at, translations),
  delete
  on releases to handbill_musician;
