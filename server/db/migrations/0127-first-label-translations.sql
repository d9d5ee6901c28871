-- The text of the page's first button may stand in other languages too, beside the profile's own words.
alter table musician_profiles
  drop constraint musician_profiles_translations_fields,
  add constraint musician_profiles_translations_fields
    check (app.are_translations(translations, '{"location": 100, "first_action_label": 40}', '{"bio": 500}'));
