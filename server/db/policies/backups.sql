-- Backups made in the browser: admins ask for them, take them along and delete them. The work itself is the system's.

alter table backups enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on backups to handbill_system using (true) with check (true);

-- Every admin sees the backups that any of them has made.
create policy admin_reads on backups for select to handbill_admin using (true);

-- No admin asks in another admin's name.
create policy admin_new on backups for insert to handbill_admin with check (asked_by = app.user_id());

-- Any admin may make a link to an archive that is whole.
create policy admin_links on backups for update to handbill_admin using (state = 'done') with check (state = 'done');

-- Nobody deletes one that is being made.
create policy admin_deletes on backups for delete to handbill_admin using (state in ('done', 'failed'));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on backups as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on backups to handbill_system;
grant select (id, created_at, asked_by, state, progress_at, done_bytes, expected_bytes, machine, file_name, bytes,
              row_count, file_count, missing_count, checked_at, failure, link_hash, link_until),
  insert (asked_by),
  update (link_hash, link_until),
  delete
  on backups to handbill_admin;
