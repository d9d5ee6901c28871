-- Warnings by admins: the musician reads them and puts them away.

alter table warnings enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on warnings to handbill_system using (true) with check (true);

-- A warning is seen by the musician it was given to.
create policy own on warnings for select to handbill_musician using (user_id = app.user_id());

-- They put it away; the grant below lets them write nothing else.
create policy own_dismissed on warnings for update to handbill_musician using (user_id = app.user_id());

-- Every admin sees who was warned before.
create policy admin_reads on warnings for select to handbill_admin using (true);

-- No admin signs with another admin's name.
create policy admin_new on warnings for insert to handbill_admin with check (created_by = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on warnings as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on warnings as restrictive for update to handbill_musician using ((select app.may_write()));
create policy may_delete on warnings as restrictive for delete to handbill_musician using ((select app.may_write()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on warnings as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on warnings to handbill_system;
grant select (id, user_id, content, created_at, dismissed_at) on warnings to handbill_musician, handbill_admin;
grant update (dismissed_at) on warnings to handbill_musician;
grant select (created_by), insert (user_id, content, created_by) on warnings to handbill_admin;
