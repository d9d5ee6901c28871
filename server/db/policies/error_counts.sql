-- Counts of the log's errors: processes add to them, admins read them.

alter table error_counts enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on error_counts to handbill_system using (true) with check (true);

-- The whole installation's, for any admin.
create policy admin_reads on error_counts for select to handbill_admin using (true);

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on error_counts as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on error_counts to handbill_system;
grant select (hour, kind, errors, last_at) on error_counts to handbill_admin;
