-- Links with a title of the artist's own: the musician's, and public while they are shown.

alter table page_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on page_links to handbill_system using (true) with check (true);

-- A musician keeps their own, hidden ones and those of another time too.
create policy own on page_links to handbill_musician using (user_id = app.user_id());

-- A link is public from and until its times, at the second.
create policy shown on page_links for select to handbill_visitor, handbill_musician
  using (is_visible and coalesce(shown_from <= now(), true) and coalesce(shown_until > now(), true));

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on page_links as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on page_links as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on page_links as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on page_links as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on page_links to handbill_system;
grant select (id, user_id, title, url, icon, image_url, display_order, shown_from, shown_until, is_visible, created_at,
    translations)
  on page_links to handbill_visitor, handbill_musician;
grant insert (user_id, title, url, icon, image_url, display_order, shown_from, shown_until, is_visible, translations),
  update (title, url, icon, image_url, display_order, shown_from, shown_until, is_visible, translations),
  delete
  on page_links to handbill_musician;
