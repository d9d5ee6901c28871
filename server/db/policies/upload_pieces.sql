-- Pieces of files that are on their way: for the system alone, which keeps them.

alter table upload_pieces enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on upload_pieces to handbill_system using (true) with check (true);

grant select, insert, update, delete on upload_pieces to handbill_system;
-- So that app.may_read_file may ask; no policy shows them a row.
grant select (url) on upload_pieces to handbill_visitor, handbill_musician;
