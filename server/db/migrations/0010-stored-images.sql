-- What is known of a stored picture, so that a page reserves its room, offers the browser its sizes, and shows its
-- colour until it is here. The address is the largest one's; the smaller ones lie beside it as {name}-400w.webp.

create table stored_images (
  url text primary key,
  user_id uuid not null references users on delete cascade,
  -- Pixels.
  width integer not null constraint stored_images_width_range check (width between 1 and 1600),
  height integer not null constraint stored_images_height_range check (height between 1 and 3200),
  widths integer[] not null constraint stored_images_widths_range check (widths <@ array[200, 400, 800]),
  -- Where the picture is see-through, so is what stands in its place.
  colour text not null constraint stored_images_colour_format check (colour ~ '^#([0-9a-f]{6}|00000000)$'),
  constraint stored_images_url_address
    check (app.is_own_upload(url, user_id) and url ~ '\.webp$' and url !~ '-[0-9]+w\.webp$')
);
create index stored_images_user_id_idx on stored_images (user_id);

alter table stored_images enable row level security;
alter table stored_images force row level security;
create policy system on stored_images to handbill_system using (true) with check (true);
create policy own on stored_images to handbill_musician using (user_id = app.user_id());
create policy shown on stored_images for select to handbill_visitor, handbill_musician using (true);

grant select, insert, update, delete on stored_images to handbill_system;
grant select (url, user_id, width, height, widths, colour) on stored_images to handbill_visitor, handbill_musician;
-- A picture never changes: another one comes under another name.
grant insert (url, user_id, width, height, widths, colour), delete on stored_images to handbill_musician;

create trigger page_changed after insert or update or delete on stored_images
  for each row execute function app.page_changed('user_id');
