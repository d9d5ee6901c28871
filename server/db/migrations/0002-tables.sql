-- Every table of [1 §3] and [2 §3], under the names the specification gives them, and the accounts' own.
-- Deleting a user removes everything of theirs.

-- Accounts

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique constraint users_email_format check (app.is_email(email)),
  role text not null default 'musician' constraint users_role_known check (role in ('musician', 'admin')),
  created_at timestamptz not null default now()
);
create index users_created_at_idx on users (created_at desc);
create index users_admin_idx on users (id) where role = 'admin';

create table credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null
    constraint credentials_password_hash_length check (char_length(password_hash) between 1 and 500)
);

-- Keyed by the SHA-256 of the cookie's value: whoever reads this table can sign nobody in.
create table sessions (
  token_hash bytea primary key constraint sessions_token_hash_length check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sessions_expires_at_range check (expires_at > created_at)
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- A ticket is good once: whoever uses it deletes it.
create table reset_tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  access_hash bytea not null unique
    constraint reset_tickets_access_hash_length check (octet_length(access_hash) = 32),
  refresh_hash bytea not null
    constraint reset_tickets_refresh_hash_length check (octet_length(refresh_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint reset_tickets_expires_at_range check (expires_at > created_at)
);
create index reset_tickets_user_id_idx on reset_tickets (user_id);
create index reset_tickets_expires_at_idx on reset_tickets (expires_at);

-- The shape and the order of columns are those of rate-limiter-flexible; expire is in milliseconds since 1970.
create table rate_limits (
  key text primary key constraint rate_limits_key_length check (char_length(key) between 1 and 255),
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on rate_limits (expire);

-- Profile and appearance

create table background_options (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint background_options_name_length check (app.is_text(name, 100)),
  type text not null constraint background_options_type_known check (type in ('video', 'image')),
  -- An admin's address may also be one of the site's own files.
  url text not null constraint background_options_url_address
    check (app.is_web_address(url) or url ~ '^/[A-Za-z0-9_-][A-Za-z0-9._/-]{0,250}$'),
  thumbnail_url text constraint background_options_thumbnail_url_address
    check (app.is_web_address(thumbnail_url) or thumbnail_url ~ '^/[A-Za-z0-9_-][A-Za-z0-9._/-]{0,250}$'),
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index background_options_created_at_idx on background_options (created_at desc);
create index background_options_created_by_idx on background_options (created_by);

create table musician_profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  artist_name text not null constraint musician_profiles_artist_name_length check (app.is_text(artist_name, 100)),
  bio text not null default 'Tell your story...'
    constraint musician_profiles_bio_length check (char_length(bio) <= 500),
  location text constraint musician_profiles_location_length check (app.is_text(location, 100)),
  -- Lower case by this check, so a case-insensitive search is `custom_url = lower($1)` on the unique index.
  custom_url text unique
    constraint musician_profiles_custom_url_format check (custom_url ~ '^[a-z0-9-]{1,100}$')
    -- The site's own words.
    constraint musician_profiles_custom_url_reserved check (custom_url not in (
      'about', 'account', 'admin', 'api', 'artist', 'artists', 'assets', 'bio-diagnostics', 'booking-requests',
      'comments', 'contact', 'dashboard', 'database-refresh', 'db-check', 'debug', 'events', 'gallery', 'handbill',
      'healthz', 'help', 'login', 'logout', 'messages', 'metrics', 'music', 'musician-dashboard', 'press-kit',
      'privacy', 'profile', 'readyz', 'reset-password', 'robots', 'sample-bio', 'settings', 'signin', 'signout',
      'signup', 'sitemap', 'social-links', 'static', 'support', 'terms', 'uploads', 'video', 'www')),
  avatar_url text constraint musician_profiles_avatar_url_address check (app.is_own_upload(avatar_url, user_id)),
  cover_image text constraint musician_profiles_cover_image_address check (app.is_own_upload(cover_image, user_id)),
  cover_image_size text not null default 'large' constraint musician_profiles_cover_image_size_known
    check (cover_image_size in ('compact', 'medium', 'large', 'extra-large', 'banner')),
  color_theme text not null default 'default' constraint musician_profiles_color_theme_known
    check (color_theme in ('default', 'purple-pink', 'blue-cyan', 'green-teal', 'orange-red', 'dark-gold',
      'rose-gold', 'neon-green', 'ocean-blue', 'sunset-orange', 'custom')),
  font_family text not null default 'inter' constraint musician_profiles_font_family_known
    check (font_family in ('inter', 'roboto', 'open-sans', 'montserrat', 'poppins', 'lato', 'nunito',
      'source-sans', 'raleway', 'work-sans')),
  custom_primary_color text not null default '#8B5CF6'
    constraint musician_profiles_custom_primary_color_format check (custom_primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  custom_secondary_color text not null default '#EC4899'
    constraint musician_profiles_custom_secondary_color_format check (custom_secondary_color ~ '^#[0-9A-Fa-f]{6}$'),
  custom_accent_color text not null default '#06B6D4'
    constraint musician_profiles_custom_accent_color_format check (custom_accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  text_color_mode text not null default 'auto' constraint musician_profiles_text_color_mode_known
    check (text_color_mode in ('auto', 'light', 'dark')),
  background_id uuid references background_options on delete set null,
  background_opacity double precision not null default 0.7
    constraint musician_profiles_background_opacity_range check (background_opacity between 0.1 and 1.0),
  youtube_background_url text
    constraint musician_profiles_youtube_background_url_address check (app.is_web_address(youtube_background_url)),
  youtube_background_enabled boolean not null default false,
  profile_background_color text not null default '#000000'
    constraint musician_profiles_profile_background_color_format
      check (profile_background_color ~ '^#[0-9A-Fa-f]{6}$'),
  profile_background_opacity double precision not null default 0.3
    constraint musician_profiles_profile_background_opacity_range
      check (profile_background_opacity between 0 and 1),
  show_music_section boolean not null default true,
  show_video_section boolean not null default true,
  show_gallery_section boolean not null default true,
  show_events_section boolean not null default true,
  show_booking_section boolean not null default true,
  show_support_section boolean not null default true,
  show_comments_section boolean not null default true,
  is_demo_profile boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- None, a YouTube video, or a chosen background: never two of them [2 §4].
  constraint musician_profiles_background_exclusive
    check (not (youtube_background_enabled and background_id is not null)),
  constraint musician_profiles_youtube_background_present
    check (not youtube_background_enabled or youtube_background_url is not null)
);
create index musician_profiles_artist_name_idx on musician_profiles (lower(artist_name));
create index musician_profiles_background_id_idx on musician_profiles (background_id);
create index musician_profiles_demo_idx on musician_profiles (updated_at) where is_demo_profile;

-- What an artist shows

create table music_tracks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null constraint music_tracks_title_length check (app.is_text(title, 300)),
  file_url text constraint music_tracks_file_url_address check (app.is_own_upload(file_url, user_id)),
  -- Whole seconds; null when unknown.
  duration integer constraint music_tracks_duration_range check (duration >= 0),
  cover_image text constraint music_tracks_cover_image_address check (app.is_own_upload(cover_image, user_id)),
  downloads_enabled boolean not null default true,
  is_visible boolean not null default true,
  display_order integer not null default 0
    constraint music_tracks_display_order_range check (display_order >= 0),
  play_count bigint not null default 0 constraint music_tracks_play_count_range check (play_count >= 0),
  created_at timestamptz not null default now()
);
create index music_tracks_user_id_idx on music_tracks (user_id, display_order, created_at desc);

create table photo_gallery (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  image_url text not null constraint photo_gallery_image_url_address check (app.is_own_upload(image_url, user_id)),
  caption text not null default '' constraint photo_gallery_caption_length check (char_length(caption) <= 500),
  created_at timestamptz not null default now()
);
create index photo_gallery_user_id_idx on photo_gallery (user_id, created_at desc);

create table social_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  platform text not null default 'spotify' constraint social_links_platform_known
    check (platform in ('spotify', 'apple_music', 'soundcloud', 'bandcamp', 'tiktok', 'instagram', 'twitter',
      'youtube', 'facebook', 'website', 'tidal', 'deezer', 'amazon_music', 'youtube_music', 'audiomack', 'mixcloud',
      'beatport', 'twitch', 'discord', 'threads', 'bluesky', 'mastodon', 'bandsintown', 'songkick')),
  url text not null constraint social_links_url_address check (app.is_web_address(url)),
  created_at timestamptz not null default now()
);
create index social_links_user_id_idx on social_links (user_id, created_at desc);

create table payment_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  platform text not null default 'paypal' constraint payment_links_platform_known
    check (platform in ('paypal', 'venmo', 'cashapp', 'stripe', 'kofi', 'patreon', 'other')),
  url text not null constraint payment_links_url_address check (app.is_web_address(url)),
  display_order integer not null default 0
    constraint payment_links_display_order_range check (display_order >= 0),
  is_enabled boolean not null default true
);
create index payment_links_user_id_idx on payment_links (user_id, display_order);

create table video_gallery (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null constraint video_gallery_title_length check (app.is_text(title, 200)),
  video_url text not null constraint video_gallery_video_url_address check (app.is_web_address(video_url)),
  video_type text not null default 'youtube' constraint video_gallery_video_type_known
    check (video_type in ('youtube', 'vimeo', 'mp4')),
  thumbnail_url text constraint video_gallery_thumbnail_url_address check (app.is_web_address(thumbnail_url)),
  is_primary boolean not null default false,
  display_order integer not null default 0
    constraint video_gallery_display_order_range check (display_order >= 0),
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index video_gallery_primary_key on video_gallery (user_id) where is_primary;
create index video_gallery_user_id_idx
  on video_gallery (user_id, is_primary desc, display_order, created_at desc);

create table press_kits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  file_name text not null constraint press_kits_file_name_length check (app.is_text(file_name, 255)),
  file_url text not null constraint press_kits_file_url_address check (app.is_own_upload(file_url, user_id)),
  -- Bytes, at most 25 MB.
  file_size integer not null constraint press_kits_file_size_range check (file_size between 1 and 26214400),
  created_at timestamptz not null default now()
);

create table events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null constraint events_title_length check (app.is_text(title, 200)),
  description text constraint events_description_length check (app.is_text(description, 5000)),
  event_type text not null default 'concert' constraint events_event_type_known
    check (event_type in ('concert', 'release', 'interview', 'collaboration', 'workshop', 'festival', 'other')),
  event_date date not null,
  event_time time,
  location text constraint events_location_length check (app.is_text(location, 200)),
  venue_name text constraint events_venue_name_length check (app.is_text(venue_name, 200)),
  ticket_url text constraint events_ticket_url_address check (app.is_web_address(ticket_url)),
  is_featured boolean not null default false,
  is_published boolean not null default true,
  updated_at timestamptz not null default now()
);
create index events_user_id_idx on events (user_id, event_date);
create index events_published_idx on events (user_id, event_date) where is_published;

-- What visitors write

create table fan_comments (
  id uuid primary key default gen_random_uuid(),
  musician_id uuid not null references users on delete cascade,
  author_name text not null constraint fan_comments_author_name_length check (app.is_text(author_name, 100)),
  content text not null constraint fan_comments_content_length check (app.is_text(content, 2000)),
  is_approved boolean not null default false,
  created_at timestamptz not null default now()
);
create index fan_comments_musician_id_idx on fan_comments (musician_id, created_at desc);
create index fan_comments_approved_idx on fan_comments (musician_id, created_at desc) where is_approved;

create table booking_requests (
  id uuid primary key default gen_random_uuid(),
  musician_id uuid not null references users on delete cascade,
  requester_name text not null
    constraint booking_requests_requester_name_length check (app.is_text(requester_name, 100)),
  requester_email text not null
    constraint booking_requests_requester_email_format check (app.is_email(requester_email)),
  requester_phone text
    constraint booking_requests_requester_phone_length check (app.is_text(requester_phone, 50)),
  event_type text not null default 'performance' constraint booking_requests_event_type_known
    check (event_type in ('performance', 'private_event', 'wedding', 'corporate', 'festival', 'recording',
      'collaboration', 'other')),
  event_date date,
  event_location text
    constraint booking_requests_event_location_length check (app.is_text(event_location, 200)),
  budget_range text constraint booking_requests_budget_range_known
    check (budget_range in ('under_500', '500_1000', '1000_2500', '2500_5000', '5000_plus', 'negotiable')),
  message text not null constraint booking_requests_message_length check (app.is_text(message, 1000)),
  status text not null default 'pending' constraint booking_requests_status_known
    check (status in ('pending', 'reviewed', 'accepted', 'declined', 'completed')),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index booking_requests_musician_id_idx on booking_requests (musician_id, created_at desc);

create table newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  musician_id uuid not null references users on delete cascade,
  -- Lower case by this check, which makes the unique key below case-insensitive.
  subscriber_email text not null
    constraint newsletter_subscribers_subscriber_email_format check (app.is_email(subscriber_email)),
  subscriber_name text
    constraint newsletter_subscribers_subscriber_name_length check (app.is_text(subscriber_name, 100)),
  source text constraint newsletter_subscribers_source_length check (app.is_text(source, 100)),
  created_at timestamptz not null default now(),
  constraint newsletter_subscribers_subscriber_email_key unique (musician_id, subscriber_email)
);
create index newsletter_subscribers_musician_id_idx on newsletter_subscribers (musician_id, created_at desc);

-- Messages between musicians

create table conversations (
  id uuid primary key default gen_random_uuid(),
  participant_1 uuid not null references users on delete cascade,
  participant_2 uuid not null references users on delete cascade,
  last_message_at timestamptz not null default now(),
  constraint conversations_participants_sorted check (participant_1 < participant_2),
  constraint conversations_participants_key unique (participant_1, participant_2)
);
create index conversations_participant_2_idx on conversations (participant_2);

create table messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations on delete cascade,
  sender_id uuid not null references users on delete cascade,
  content text not null constraint messages_content_length check (app.is_text(content, 5000)),
  message_type text not null default 'text'
    constraint messages_message_type_known check (message_type in ('text', 'track')),
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index messages_conversation_id_idx on messages (conversation_id, created_at desc);
create index messages_unread_idx on messages (conversation_id, sender_id) where not is_read;
create index messages_sender_id_idx on messages (sender_id);

create table message_attachments (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references messages on delete cascade,
  attachment_type text not null default 'track'
    constraint message_attachments_attachment_type_known check (attachment_type in ('track')),
  -- Null once its owner has deleted the track.
  track_id uuid references music_tracks on delete set null,
  file_url text constraint message_attachments_file_url_length check (char_length(file_url) <= 300),
  file_name text not null constraint message_attachments_file_name_length check (app.is_text(file_name, 300))
);
create index message_attachments_message_id_idx on message_attachments (message_id);
create index message_attachments_track_id_idx on message_attachments (track_id);
