-- A video's address is what a page plays: a provider's own player, made from the id, or a file by https. Rows that name
-- the same video in another way are brought to that form; what names none at all could never play, and goes.

set local role handbill_system;

update video_gallery set video_url = 'https://www.youtube-nocookie.com/embed/' || substring(video_url from
  '(?i)^https?://(?:(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com/(?:watch/?\?(?:[^#]*&)?v=|(?:embed|shorts|live|v)/)|youtu\.be/)([a-z0-9_-]{11})(?:[?&#/]|$)')
where video_type = 'youtube' and video_url ~
  '(?i)^https?://(?:(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com/(?:watch/?\?(?:[^#]*&)?v=|(?:embed|shorts|live|v)/)|youtu\.be/)([a-z0-9_-]{11})(?:[?&#/]|$)';

update video_gallery set video_url = 'https://player.vimeo.com/video/'
  || substring(video_url from '(?i)^https?://[^/]+/(?:[^?#]*/)?([0-9]{1,20})(?:/[0-9a-f]+)?/?(?:[?#]|$)')
  || coalesce('?h=' || coalesce(
    substring(video_url from '[?&]h=([0-9a-f]{6,40})(?:[&#]|$)'),
    substring(video_url from '(?i)^https?://(?:www\.)?vimeo\.com/[0-9]{1,20}/([0-9a-f]{6,40})/?(?:[?#]|$)')), '')
where video_type = 'vimeo' and video_url ~
  '(?i)^https?://(?:(?:www|player)\.)?vimeo\.com/(?:video/|channels/[^/]+/|groups/[^/]+/videos/|(?:album|showcase)/[0-9]+/video/)?[0-9]{1,20}(?:/[0-9a-f]+)?/?(?:[?#]|$)';

update video_gallery set video_url = regexp_replace(video_url, '^http:', 'https:')
where video_type = 'mp4' and char_length(video_url) < 2048;

update video_gallery set thumbnail_url = regexp_replace(thumbnail_url, '^http:', 'https:')
where char_length(thumbnail_url) < 2048;

reset role;

-- The same rule as `canonicalVideo` in app/shared/video-address.ts.
create function app.is_video_address(address text, type text) returns boolean
  language sql immutable parallel safe
  as $$
    select case type
      when 'youtube' then address ~ '^https://www\.youtube-nocookie\.com/embed/[A-Za-z0-9_-]{11}$'
      when 'vimeo' then address ~ '^https://player\.vimeo\.com/video/[0-9]{1,20}(\?h=[0-9a-f]{6,40})?$'
      else address ~ '^https://[^/?#@]+[/?#].*[mM][pP]4'
    end
  $$;
revoke all on function app.is_video_address from public;
grant execute on function app.is_video_address
  to handbill_visitor, handbill_musician, handbill_admin, handbill_system;

set local role handbill_system;
delete from video_gallery where not app.is_video_address(video_url, video_type);
reset role;

alter table video_gallery
  add constraint video_gallery_video_url_type check (app.is_video_address(video_url, video_type));
