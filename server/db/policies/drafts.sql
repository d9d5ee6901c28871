-- What is typed and not saved: its writer's alone.

alter table drafts enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on drafts to handbill_system using (true) with check (true);

create policy own on drafts to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on drafts as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_delete on drafts as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on drafts to handbill_system;
grant select, insert (user_id, about, fields), delete on drafts to handbill_musician;
