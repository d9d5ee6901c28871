-- Settings of the whole site, in one row: for admins.

alter table site_settings enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on site_settings to handbill_system using (true) with check (true);

-- Other roles act under the settings, and never read them.
create policy admin_reads on site_settings for select to handbill_admin using (true);

-- Every admin may change them.
create policy admin_updates on site_settings for update to handbill_admin using (true);

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on site_settings as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on site_settings to handbill_system;
grant
  select (id, registration, reviews_comments, reviews_links, requires_second_factor, name, contact, imprint, terms, privacy,
    root, root_artist),
  update (registration, reviews_comments, reviews_links, requires_second_factor, name, contact, imprint, terms, privacy,
    root, root_artist)
  on site_settings to handbill_admin;
