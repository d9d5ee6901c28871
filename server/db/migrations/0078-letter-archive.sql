-- Letters that their artist shows in a public archive. One that was sent before there was an archive is in it only where
-- its artist puts it there; its own page stays for those who have its address from a mail.
alter table letters add column in_archive boolean not null default false;
create index letters_archive_idx on letters (musician_id, started_at desc, id desc)
  where in_archive and started_at is not null;

grant create on schema app to handbill_system;
set local role handbill_system;

-- A letter that has gone out, for whoever has its address: it stands in the mails. It runs as the system, because visitors
-- see no more than the archive. Nothing of a suspended musician is public.
create function app.letter_at(address uuid)
  returns table (id uuid, musician_id uuid, title text, body text, started_at timestamptz, in_archive boolean)
  language sql stable security definer rows 1 set search_path = ''
  as $$
    select letter.id, letter.musician_id, letter.title, letter.body, letter.started_at, letter.in_archive
    from public.letters letter
    where letter.id = address and letter.started_at is not null
      and letter.musician_id not in (select app.suspended())
  $$;
revoke all on function app.letter_at from public;
grant execute on function app.letter_at to handbill_visitor;

reset role;
revoke create on schema app from handbill_system;
