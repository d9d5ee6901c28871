-- What a fan is offered first, at the head of an artist's page: one thing of the artist's choice.
alter table musician_profiles
  add column first_action text not null default 'none' constraint musician_profiles_first_action_known
    check (first_action in ('none', 'play', 'show', 'link')),
  -- Of the link.
  add column first_action_label text
    constraint musician_profiles_first_action_label_length check (app.is_line(first_action_label, 40)),
  add column first_action_url text
    constraint musician_profiles_first_action_url_address check (app.is_web_address(first_action_url)),
  add constraint musician_profiles_first_action_link_present
    check (first_action <> 'link' or (first_action_label is not null and first_action_url is not null));
