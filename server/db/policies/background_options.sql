-- Backgrounds to choose from: admins manage them, visitors see those on offer or in use.

alter table background_options enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on background_options to handbill_system using (true) with check (true);

-- A background stays on the pages that chose it after an admin has deactivated it.
create policy shown on background_options for select to handbill_visitor, handbill_musician
  using (is_active or exists (
    select from musician_profiles profile where profile.background_id = background_options.id));

-- Every admin manages all of them, including those of other admins.
create policy admin on background_options to handbill_admin using (true);

-- No admin signs with another admin's name.
create policy admin_signs on background_options as restrictive for insert to handbill_admin
  with check (created_by = app.user_id());

-- An admin who looks at pages as a musician sees those as well that are offered to no one.
create policy admin_previews on background_options for select to handbill_musician
  using (exists (select from users where users.id = app.user_id() and users.role = 'admin'));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on background_options as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on background_options to handbill_system;
grant select (id, name, type, url, thumbnail_url, is_active, created_at)
  on background_options to handbill_visitor, handbill_musician, handbill_admin;
grant select (created_by),
  insert (name, type, url, thumbnail_url, is_active, created_by),
  update (name, type, url, thumbnail_url, is_active),
  delete
  on background_options to handbill_admin;
