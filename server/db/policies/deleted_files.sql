-- Files of what was deleted: for the system alone, which keeps them.

alter table deleted_files enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on deleted_files to handbill_system using (true) with check (true);

grant select, insert, update, delete on deleted_files to handbill_system;
-- So that app.may_read_file may ask; no policy shows them a row.
grant select (url) on deleted_files to handbill_visitor, handbill_musician;
