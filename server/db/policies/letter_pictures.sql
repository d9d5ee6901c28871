-- Pictures in letters: the musician's own, and public once a mail with them has gone out.

alter table letter_pictures enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on letter_pictures to handbill_system using (true) with check (true);

-- A musician keeps their own, in letters of their own.
create policy own on letter_pictures to handbill_musician
  using (user_id = app.user_id())
  with check (
    user_id = app.user_id()
    and (letter_id is null or letter_id in (select id from letters where musician_id = app.user_id())));

-- Mail programs ask without a session, and the address stands in the mails alone.
create policy shown on letter_pictures for select to handbill_visitor using (mailed_at is not null);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on letter_pictures as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on letter_pictures as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on letter_pictures as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on letter_pictures as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on letter_pictures to handbill_system;
grant select (id, user_id, letter_id, image_url, mailed_at) on letter_pictures to handbill_visitor;
grant select (id, user_id, letter_id, image_url, mailed_at, created_at),
  insert (user_id, letter_id, image_url),
  update (letter_id, mailed_at),
  delete
  on letter_pictures to handbill_musician;
