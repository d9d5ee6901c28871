-- Links with a title of the artist's own, and an order of their own for social links.

create table page_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null constraint page_links_title_length check (app.is_line(title, 80)),
  url text not null constraint page_links_url_address check (app.is_web_address(url)),
  -- Null: the mark of the service that the address belongs to.
  icon text constraint page_links_icon_known
    check (icon in ('record', 'headphones', 'shop', 'shirt', 'ticket', 'calendar', 'video', 'microphone', 'book',
      'gift', 'star', 'heart', 'mail', 'download', 'link')),
  -- Stands in the icon's place.
  image_url text constraint page_links_image_url_address check (app.is_own_upload(image_url, user_id)),
  display_order integer not null default 0
    constraint page_links_display_order_range check (display_order >= 0),
  -- Null: at once, and for good.
  shown_from timestamptz constraint page_links_shown_from_years
    check (shown_from >= '1900-01-01 00:00+00' and shown_from < '2200-01-01 00:00+00'),
  shown_until timestamptz constraint page_links_shown_until_years
    check (shown_until >= '1900-01-01 00:00+00' and shown_until < '2200-01-01 00:00+00'),
  is_visible boolean not null default true,
  created_at timestamptz not null default now() constraint page_links_created_at_years
    check (created_at >= '1900-01-01 00:00+00' and created_at < '2200-01-01 00:00+00'),
  constraint page_links_shown_order check (shown_from < shown_until)
);
create index page_links_user_id_idx on page_links (user_id, display_order);
create index page_links_image_url_idx on page_links (image_url);

alter table page_links enable row level security, force row level security;
create policy system on page_links to handbill_system using (true) with check (true);
grant select, insert, update, delete on page_links to handbill_system;

alter table musician_profiles
  -- Whether these links stand above the artist's music.
  add column show_links_section boolean not null default true;

alter table social_links
  -- Null until the artist first puts the links in order: until then, and before all others, the newest first.
  add column display_order integer
    constraint social_links_display_order_range check (display_order >= 0);
drop index social_links_user_id_idx;
create index social_links_user_id_idx on social_links (user_id, display_order nulls first, created_at desc);

grant create on schema app to handbill_system;
set local role handbill_system;

-- When an artist's links change next by themselves: one comes, or one goes. It runs as the system, because nobody else
-- sees the links that are to come. Null where none does.
create function app.links_change_at(artist uuid) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    select pg_catalog.min(change.at)
    from public.page_links link
      cross join lateral (values (link.shown_from), (link.shown_until)) change (at)
    where link.user_id = artist and link.is_visible and change.at > pg_catalog.now()
  $$;

revoke all on function app.links_change_at from public;
grant execute on function app.links_change_at to handbill_visitor, handbill_musician;

reset role;
revoke create on schema app from handbill_system;

create trigger page_changed after insert or update or delete on page_links
  for each row execute function app.page_changed('user_id');

create trigger file_unnamed after delete or update of image_url on page_links
  for each row execute function app.file_unnamed('image_url');

-- Who may see the row may see its picture, whatever else the function has come to ask.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.page_links where image_url = address)
        or exists (select from public.photo_gallery ');
end $$;
