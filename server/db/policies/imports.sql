-- What a musician is about to bring in, or has brought in within a day: theirs alone.

alter table imports enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on imports to handbill_system using (true) with check (true);

create policy own on imports to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on imports as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on imports as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on imports as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on imports to handbill_system;
grant select,
  insert (id, user_id, name, content, file_url, file_size),
  update (reading, taken_at, made, undone_at, kept, file_url, file_size, waiting, troubles),
  delete
  on imports to handbill_musician;
-- So that app.may_read_file may ask; no policy shows them a row.
grant select (id, file_url) on imports to handbill_visitor;
