-- What each role may do, column by column; to which rows, the policies say. Identifiers, times and whatever the
-- server alone decides are in nobody's insert or update list but the system's.

revoke all on all tables in schema public from public;
grant select, insert, update, delete on all tables in schema public to handbill_system;

-- Accounts

grant select (id) on users to handbill_visitor;
grant select (id, email, role, created_at) on users to handbill_musician, handbill_admin;
grant update (role), delete on users to handbill_admin;

-- Profile and appearance

grant select (id, user_id, artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size,
    color_theme, font_family, custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode,
    background_id, background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, is_demo_profile, created_at, updated_at)
  on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
grant insert (user_id, artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size,
    color_theme, font_family, custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode,
    background_id, background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, updated_at),
  update (artist_name, bio, location, custom_url, avatar_url, cover_image, cover_image_size,
    color_theme, font_family, custom_primary_color, custom_secondary_color, custom_accent_color, text_color_mode,
    background_id, background_opacity, youtube_background_url, youtube_background_enabled, profile_background_color,
    profile_background_opacity, show_music_section, show_video_section, show_gallery_section, show_events_section,
    show_booking_section, show_support_section, show_comments_section, updated_at)
  on musician_profiles to handbill_musician;
grant update (is_demo_profile) on musician_profiles to handbill_admin;

grant select (id, name, type, url, thumbnail_url, is_active, created_at)
  on background_options to handbill_visitor, handbill_musician;
grant select (id, name, type, url, thumbnail_url, is_active, created_by, created_at),
  insert (name, type, url, thumbnail_url, is_active, created_by),
  update (name, type, url, thumbnail_url, is_active), delete
  on background_options to handbill_admin;

-- What an artist shows

grant select (id, user_id, title, file_url, duration, cover_image, downloads_enabled, is_visible, display_order,
    play_count, created_at)
  on music_tracks to handbill_visitor, handbill_musician;
grant insert (user_id, title, file_url, duration, cover_image, downloads_enabled, is_visible, display_order),
  update (title, cover_image, downloads_enabled, is_visible, display_order), delete
  on music_tracks to handbill_musician;

grant select (id, user_id, image_url, caption, created_at) on photo_gallery to handbill_visitor, handbill_musician;
grant insert (user_id, image_url, caption), update (caption), delete on photo_gallery to handbill_musician;

grant select (id, user_id, platform, url, created_at) on social_links to handbill_visitor, handbill_musician;
grant insert (user_id, platform, url), update (platform, url), delete on social_links to handbill_musician;

grant select (id, user_id, platform, url, display_order, is_enabled)
  on payment_links to handbill_visitor, handbill_musician;
grant insert (user_id, platform, url, display_order, is_enabled),
  update (platform, url, display_order, is_enabled), delete
  on payment_links to handbill_musician;

grant select (id, user_id, title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible,
    created_at, updated_at)
  on video_gallery to handbill_visitor, handbill_musician;
grant insert (user_id, title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible,
    updated_at),
  update (title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible,
    updated_at), delete
  on video_gallery to handbill_musician;

-- A press kit is replaced whole: the old row goes and the new one comes in one transaction.
grant select (id, user_id, file_name, file_url, file_size, created_at)
  on press_kits to handbill_visitor, handbill_musician;
grant insert (user_id, file_name, file_url, file_size), delete on press_kits to handbill_musician;

grant select (id, user_id, title, description, event_type, event_date, event_time, location, venue_name, ticket_url,
    is_featured, is_published, updated_at)
  on events to handbill_visitor, handbill_musician;
grant insert (user_id, title, description, event_type, event_date, event_time, location, venue_name, ticket_url,
    is_featured, is_published, updated_at),
  update (title, description, event_type, event_date, event_time, location, venue_name, ticket_url,
    is_featured, is_published, updated_at), delete
  on events to handbill_musician;

-- What visitors write

grant select (id, musician_id, author_name, content, is_approved, created_at)
  on fan_comments to handbill_visitor, handbill_musician;
grant insert (musician_id, author_name, content, is_approved) on fan_comments to handbill_visitor;
grant update (is_approved), delete on fan_comments to handbill_musician;

grant insert (musician_id, requester_name, requester_email, requester_phone, event_type, event_date, event_location,
    budget_range, message)
  on booking_requests to handbill_visitor;
grant select (id, musician_id, requester_name, requester_email, requester_phone, event_type, event_date,
    event_location, budget_range, message, status, is_read, created_at, updated_at),
  update (status, is_read, updated_at), delete
  on booking_requests to handbill_musician;

grant insert (musician_id, subscriber_email, subscriber_name, source) on newsletter_subscribers to handbill_visitor;
grant select (id, musician_id, subscriber_email, subscriber_name, source, created_at), delete
  on newsletter_subscribers to handbill_musician;

-- Messages between musicians

grant select (id, participant_1, participant_2, last_message_at), insert (participant_1, participant_2),
  update (last_message_at)
  on conversations to handbill_musician;

grant select (id, conversation_id, sender_id, content, message_type, is_read, created_at),
  insert (conversation_id, sender_id, content, message_type), update (is_read)
  on messages to handbill_musician;

grant select (id, message_id, attachment_type, track_id, file_url, file_name),
  insert (message_id, attachment_type, track_id, file_url, file_name)
  on message_attachments to handbill_musician;
