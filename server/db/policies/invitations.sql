-- Invitations to sign up: admins make and delete them. Only the system reads the secret's hash.

alter table invitations enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on invitations to handbill_system using (true) with check (true);

-- Every admin sees who was invited by any of them.
create policy admin_reads on invitations for select to handbill_admin using (true);

-- No admin signs with another admin's name.
create policy admin_new on invitations for insert to handbill_admin with check (created_by = app.user_id());

-- Any admin may take an invitation back.
create policy admin_deletes on invitations for delete to handbill_admin using (true);

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on invitations as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on invitations to handbill_system;
grant select (id, note, created_by, created_at, expires_at, used_at, used_by),
  insert (token_hash, note, created_by, expires_at),
  delete
  on invitations to handbill_admin;
