-- Sizes and colours of stored pictures: the musician's own, and public. A picture never changes: nothing is updated.

alter table stored_images enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on stored_images to handbill_system using (true) with check (true);

-- A musician adds and removes their own.
create policy own on stored_images to handbill_musician using (user_id = app.user_id());

-- A page reserves a picture's room and offers its sizes from this.
create policy shown on stored_images for select to handbill_visitor, handbill_musician using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on stored_images as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on stored_images as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on stored_images as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on stored_images as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on stored_images to handbill_system;
grant select (url, user_id, width, height, widths, colour) on stored_images to handbill_visitor, handbill_musician;
grant select (bytes),
  insert (url, user_id, width, height, widths, colour, bytes),
  delete
  on stored_images to handbill_musician;
