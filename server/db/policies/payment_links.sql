-- Ways to support an artist: the musician's own, and public while enabled.

alter table payment_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on payment_links to handbill_system using (true) with check (true);

-- A musician keeps their own, disabled ones too.
create policy own on payment_links to handbill_musician using (user_id = app.user_id());

-- A disabled link is its artist's alone.
create policy shown on payment_links for select to handbill_visitor, handbill_musician using (is_enabled);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on payment_links as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on payment_links as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on payment_links as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on payment_links as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on payment_links to handbill_system;
grant select (id, user_id, platform, url, display_order, is_enabled)
  on payment_links to handbill_visitor, handbill_musician;
grant insert (user_id, platform, url, display_order, is_enabled),
  update (platform, url, display_order, is_enabled),
  delete
  on payment_links to handbill_musician;
