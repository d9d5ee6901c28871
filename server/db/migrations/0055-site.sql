-- An installation's own name, its texts, and the page at its root. Null: the standard, or as the environment says.

alter table site_settings
  add column name text constraint site_settings_name_length check (app.is_line(name, 60)),
  -- Shown with the imprint: an e-mail address, or how else to reach whoever runs the site.
  add column contact text constraint site_settings_contact_length check (app.is_line(contact, 200)),
  -- Plain text: an empty line between paragraphs, '## ' before a heading, '- ' before an item.
  add column imprint text
    constraint site_settings_imprint_length check (app.is_text(imprint, 10000))
    constraint site_settings_imprint_plain check (app.is_plain(imprint)),
  add column terms text
    constraint site_settings_terms_length check (app.is_text(terms, 40000))
    constraint site_settings_terms_plain check (app.is_plain(terms)),
  add column privacy text
    constraint site_settings_privacy_length check (app.is_text(privacy, 40000))
    constraint site_settings_privacy_plain check (app.is_plain(privacy)),
  add column root text constraint site_settings_root_known check (root in ('landing', 'artist')),
  -- The artist at the root, while their account lives.
  add column root_artist uuid references users on delete set null,
  add constraint site_settings_root_artist_used
    check (root_artist is null or root is not distinct from 'artist');
create index site_settings_root_artist_idx on site_settings (root_artist);

-- The name stands on every page.
create trigger every_page_changed after update on site_settings
  for each row execute function app.every_page_changed();
