-- Accounts: a musician sees their own, admins see all. Visitors learn only that an artist's account exists.

alter table users enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on users to handbill_system using (true) with check (true);

-- A musician sees their own account, and no other account's address.
create policy own on users for select to handbill_musician using (id = app.user_id());

-- A page needs to know that its artist has an account; the grant below shows the id alone.
create policy shown on users for select to handbill_visitor
  using (exists (select from musician_profiles profile where profile.user_id = users.id));

-- Admins see every account.
create policy admin_reads on users for select to handbill_admin using (true);

-- No admin changes their own role, or deletes their own account [1 §5].
create policy admin_updates on users for update to handbill_admin using (id <> app.user_id());
create policy admin_deletes on users for delete to handbill_admin using (id <> app.user_id());

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on users as restrictive for select to handbill_visitor, handbill_musician
  using (id = app.user_id() or id not in (select app.suspended()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on users as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on users to handbill_system;
grant select (id, email, role, created_at, suspended_at, suspended_reason)
  on users to handbill_musician, handbill_admin;
grant select (id) on users to handbill_visitor;
grant select (email_confirmed_at, deletes_at), update (role, suspended_at, suspended_reason), delete on users to handbill_admin;
