-- Photos of an artist: the musician's own, and public.

alter table photo_gallery enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on photo_gallery to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on photo_gallery to handbill_musician using (user_id = app.user_id());

-- The gallery is part of a public page.
create policy shown on photo_gallery for select to handbill_visitor, handbill_musician using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on photo_gallery as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on photo_gallery as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on photo_gallery as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on photo_gallery as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on photo_gallery to handbill_system;
-- Every column: the preview reads whole rows in a visitor's name.
grant select (id, user_id, image_url, caption, created_at, alt_text, display_order, source_digest, translations)
  on photo_gallery to handbill_visitor, handbill_musician;
grant insert (user_id, image_url, caption, alt_text, display_order, source_digest, translations),
  update (caption, alt_text, display_order, translations),
  delete
  on photo_gallery to handbill_musician;
