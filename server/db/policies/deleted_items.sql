-- What musicians have deleted and may bring back: a musician's own, and only its name. Functions write and restore it.

alter table deleted_items enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on deleted_items to handbill_system using (true) with check (true);

-- A musician sees their own, and may have it go for good.
create policy own on deleted_items to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_delete on deleted_items as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on deleted_items to handbill_system;
grant select (id, user_id, kind, name, deleted_at, bytes), delete on deleted_items to handbill_musician;
