-- An artist's press kit: the musician's own, and public. It is replaced whole, so nothing is updated.

alter table press_kits enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on press_kits to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on press_kits to handbill_musician using (user_id = app.user_id());

-- Every visitor may read a press kit.
create policy shown on press_kits for select to handbill_visitor, handbill_musician using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on press_kits as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on press_kits as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on press_kits as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on press_kits as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on press_kits to handbill_system;
grant select (id, user_id, file_name, file_url, file_size, created_at)
  on press_kits to handbill_visitor, handbill_musician;
grant insert (user_id, file_name, file_url, file_size), delete on press_kits to handbill_musician;
