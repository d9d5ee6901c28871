-- Artists' profiles: public. Each musician has one and changes it; no role but the system deletes one.

alter table musician_profiles enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on musician_profiles to handbill_system using (true) with check (true);

-- Only the musician changes their page.
create policy own on musician_profiles for update to handbill_musician using (user_id = app.user_id());

-- No account makes a profile for another.
create policy own_new on musician_profiles for insert to handbill_musician with check (user_id = app.user_id());

-- A profile is a public page.
create policy shown on musician_profiles for select to handbill_visitor, handbill_musician, handbill_admin
  using (true);

-- Admins choose the demo profiles; the grant below lets them write that one column.
create policy admin_updates on musician_profiles for update to handbill_admin using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on musician_profiles as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on musician_profiles as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on musician_profiles as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on musician_profiles as restrictive for delete to handbill_musician
  using ((select app.may_write()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on musician_profiles as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on musician_profiles to handbill_system;
grant select (id, user_id, artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size,
    color_theme, font_family, custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode,
    background_id, background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, is_demo_profile, created_at, updated_at,
    name_key, performs_as, page_language, plays_on, has_podcast, embeds_on, show_links_section, layout, name_font,
    cover_focus_x, cover_focus_y, first_action, first_action_label, first_action_url,
    other_languages, translations)
  on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
grant insert (user_id, artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size, color_theme,
    font_family, custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode, background_id,
    background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, updated_at, performs_as, page_language,
    plays_on, has_podcast, embeds_on, show_links_section, layout, name_font,
    cover_focus_x, cover_focus_y, first_action, first_action_label, first_action_url,
    other_languages, translations),
  update (artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size, color_theme, font_family,
    custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode, background_id,
    background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, updated_at, performs_as, page_language,
    plays_on, has_podcast, embeds_on, show_links_section, layout, name_font,
    cover_focus_x, cover_focus_y, first_action, first_action_label, first_action_url,
    other_languages, translations)
  on musician_profiles to handbill_musician;
grant update (is_demo_profile) on musician_profiles to handbill_admin;
