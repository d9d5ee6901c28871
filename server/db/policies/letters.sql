-- Newsletter issues: the musician's own, and public in the archive once their sending has begun.

alter table letters enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on letters to handbill_system using (true) with check (true);

-- A musician writes their own.
create policy own on letters to handbill_musician using (musician_id = app.user_id());

-- From the moment the sending begins, where its musician shows it in the archive. Another one is read through
-- app.letter_at, by whoever has its address.
create policy shown on letters for select to handbill_visitor using (in_archive and started_at is not null);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on letters as restrictive for select to handbill_visitor, handbill_musician
  using (musician_id = app.user_id() or musician_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on letters as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on letters as restrictive for update to handbill_musician using ((select app.may_write()));
create policy may_delete on letters as restrictive for delete to handbill_musician using ((select app.may_write()));

grant select, insert, update, delete on letters to handbill_system;
grant select (id, musician_id, title, body, blocks, started_at, in_archive, translations)
  on letters to handbill_visitor, handbill_musician;
grant select (preheader, look, audience, status, scheduled_for, finished_at, results, created_at, updated_at),
  insert (musician_id, title, body, blocks, preheader, look, audience, in_archive, translations),
  update (title, body, blocks, preheader, look, audience, status, scheduled_for, finished_at, updated_at,
    in_archive, translations),
  delete
  on letters to handbill_musician;
