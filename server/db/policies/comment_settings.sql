-- How an artist receives comments: their own to read and to set.

alter table comment_settings enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on comment_settings to handbill_system using (true) with check (true);

-- Blocked words are the artist's alone.
create policy own on comment_settings to handbill_musician using (musician_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on comment_settings as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on comment_settings as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on comment_settings as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on comment_settings to handbill_system;
grant select,
  insert (musician_id, reviews_all, blocked_words),
  update (reviews_all, blocked_words)
  on comment_settings to handbill_musician;
