-- A letter as blocks: paragraphs, headings, pictures, and what of the artist's page stands in it. Null: its text alone, as
-- it was written before and is without script.
alter table letters
  add column blocks jsonb constraint letters_blocks_size
    check (jsonb_typeof(blocks) = 'array' and octet_length(blocks::text) <= 200000),
  -- Shown in the list of an inbox, after the subject; empty: what mail programs make of the beginning.
  add column preheader text not null default '' constraint letters_preheader_length
    check (preheader = '' or app.is_line(preheader, 150)),
  add column look text not null default 'plain' constraint letters_look_known
    check (look in ('plain', 'sheet', 'poster')),
  -- Whom of the confirmed subscribers it goes to. Not a reference: a letter to those who waited for a release that is gone
  -- goes to nobody, and never to everyone.
  add column audience text not null default 'all' constraint letters_audience_format
    check (audience ~ '^(all|source:[a-z_]{1,40}|(release|show):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$');

alter table newsletter_subscribers
  -- The release that they ticked the newsletter beside, when they asked to be told of it.
  add column release_id uuid,
  add constraint newsletter_subscribers_release_id_fkey foreign key (musician_id, release_id)
    references releases (user_id, id) on delete set null (release_id);
create index newsletter_subscribers_release_id_idx on newsletter_subscribers (musician_id, release_id);

-- The pictures in letters. One that a letter names no longer stays until the letter is sent: leaving it out can be undone.
create table letter_pictures (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Null while the letter isn't saved yet.
  letter_id uuid references letters on delete cascade,
  image_url text not null
    constraint letter_pictures_image_url_address check (app.is_own_upload(image_url, user_id)),
  -- From then on whoever has the mail may see it.
  mailed_at timestamptz constraint letter_pictures_mailed_at_years
    check (mailed_at >= '1900-01-01 00:00+00' and mailed_at < '2200-01-01 00:00+00'),
  created_at timestamptz not null default now()
);
create index letter_pictures_user_id_idx on letter_pictures (user_id);
create index letter_pictures_letter_id_idx on letter_pictures (letter_id);
create index letter_pictures_image_url_idx on letter_pictures (image_url);

alter table letter_pictures enable row level security, force row level security;
create policy system on letter_pictures to handbill_system using (true) with check (true);
grant select, insert, update, delete on letter_pictures to handbill_system;

create trigger file_unnamed after delete or update of image_url on letter_pictures
  for each row execute function app.file_unnamed('image_url');

grant create on schema app to handbill_system;
set local role handbill_system;

drop function app.letter_at;
-- A letter that has gone out, for whoever has its address: it stands in the mails. It runs as the system, because visitors
-- see no more than the archive. Nothing of a suspended musician is public.
create function app.letter_at(address uuid)
  returns table (id uuid, musician_id uuid, title text, body text, blocks jsonb, started_at timestamptz, in_archive boolean)
  language sql stable security definer rows 1 set search_path = ''
  as $$
    select letter.id, letter.musician_id, letter.title, letter.body, letter.blocks, letter.started_at, letter.in_archive
    from public.letters letter
    where letter.id = address and letter.started_at is not null
      and letter.musician_id not in (select app.suspended())
  $$;
revoke all on function app.letter_at from public;
grant execute on function app.letter_at to handbill_visitor;

reset role;
revoke create on schema app from handbill_system;

-- Who may see the row may see its picture, whatever else the function has come to ask.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.letter_pictures where image_url = address)
        or exists (select from public.photo_gallery ');
end $$;
