-- The bytes of the archives of accounts: for those who see the archive.

alter table account_archive_pieces enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on account_archive_pieces to handbill_system using (true) with check (true);

create policy own on account_archive_pieces for select to handbill_musician
  using (exists (select from account_archives where id = archive_id));

grant select, insert, update, delete on account_archive_pieces to handbill_system;
grant select (archive_id, start, url) on account_archive_pieces to handbill_musician;
-- So that app.may_read_file may ask; no policy shows them a row.
grant select (url) on account_archive_pieces to handbill_visitor;
