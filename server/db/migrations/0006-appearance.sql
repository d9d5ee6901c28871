-- Saves the appearance screen in one call, creating the profile where there is none [2 §7]. It runs with the
-- caller's rights, so the policies decide whose profile a musician may write: their own.
create function upsert_musician_appearance_settings(
  p_user_id uuid,
  p_artist_name text,
  p_background_id uuid,
  p_background_opacity double precision,
  p_color_theme text,
  p_font_family text,
  p_youtube_background_url text,
  p_youtube_background_enabled boolean,
  p_custom_primary_color text,
  p_custom_secondary_color text,
  p_custom_accent_color text,
  p_text_color_mode text,
  p_show_music_section boolean,
  p_show_gallery_section boolean,
  p_show_comments_section boolean,
  p_show_events_section boolean,
  p_show_video_section boolean,
  p_show_booking_section boolean,
  p_show_support_section boolean,
  p_profile_background_opacity double precision,
  p_profile_background_color text,
  p_cover_image_size text
) returns musician_profiles
  language sql volatile security invoker set search_path = ''
  as $$
    insert into public.musician_profiles (
      user_id, artist_name, background_id, background_opacity, color_theme, font_family,
      youtube_background_url, youtube_background_enabled,
      custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode,
      show_music_section, show_gallery_section, show_comments_section, show_events_section,
      show_video_section, show_booking_section, show_support_section,
      profile_background_opacity, profile_background_color, cover_image_size, updated_at)
    values (
      p_user_id, p_artist_name, p_background_id, p_background_opacity, p_color_theme, p_font_family,
      p_youtube_background_url, p_youtube_background_enabled,
      p_custom_primary_color, p_custom_secondary_color, p_custom_accent_color, p_text_color_mode,
      p_show_music_section, p_show_gallery_section, p_show_comments_section, p_show_events_section,
      p_show_video_section, p_show_booking_section, p_show_support_section,
      p_profile_background_opacity, p_profile_background_color, p_cover_image_size, now())
    on conflict (user_id) do update set
      artist_name = excluded.artist_name,
      background_id = excluded.background_id,
      background_opacity = excluded.background_opacity,
      color_theme = excluded.color_theme,
      font_family = excluded.font_family,
      youtube_background_url = excluded.youtube_background_url,
      youtube_background_enabled = excluded.youtube_background_enabled,
      custom_primary_color = excluded.custom_primary_color,
      custom_secondary_color = excluded.custom_secondary_color,
      custom_accent_color = excluded.custom_accent_color,
      text_color_mode = excluded.text_color_mode,
      show_music_section = excluded.show_music_section,
      show_gallery_section = excluded.show_gallery_section,
      show_comments_section = excluded.show_comments_section,
      show_events_section = excluded.show_events_section,
      show_video_section = excluded.show_video_section,
      show_booking_section = excluded.show_booking_section,
      show_support_section = excluded.show_support_section,
      profile_background_opacity = excluded.profile_background_opacity,
      profile_background_color = excluded.profile_background_color,
      cover_image_size = excluded.cover_image_size,
      updated_at = excluded.updated_at
    returning musician_profiles.*
  $$;

revoke all on function upsert_musician_appearance_settings from public;
grant execute on function upsert_musician_appearance_settings to handbill_musician, handbill_system;
