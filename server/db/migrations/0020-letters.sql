-- What a musician writes to their subscribers, and what has become of it for each.

create table letters (
  id uuid primary key default gen_random_uuid(),
  musician_id uuid not null references users on delete cascade,
  title text not null constraint letters_title_length check (app.is_text(title, 150)),
  body text not null constraint letters_body_length check (app.is_text(body, 20000)),
  status text not null default 'draft' constraint letters_status_known
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  scheduled_for timestamptz,
  -- From then on it has a page, and those it goes to are settled.
  started_at timestamptz,
  finished_at timestamptz,
  -- Until then one process works on it.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index letters_musician_id_idx on letters (musician_id, created_at desc);
create index letters_status_idx on letters (status) where status in ('scheduled', 'sending');

create table letter_deliveries (
  id uuid primary key default gen_random_uuid(),
  letter_id uuid not null references letters on delete cascade,
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  -- claimed: given to the mail server, or about to be. unknown: it was, when the process ended or the server went silent.
  status text not null default 'waiting' constraint letter_deliveries_status_known
    check (status in ('waiting', 'claimed', 'sent', 'failed', 'skipped', 'unknown')),
  attempts integer not null default 0 constraint letter_deliveries_attempts_range check (attempts >= 0),
  next_try_at timestamptz not null default now(),
  constraint letter_deliveries_subscriber_id_key unique (letter_id, subscriber_id)
);
create index letter_deliveries_letter_id_idx on letter_deliveries (letter_id, status, next_try_at);
create index letter_deliveries_subscriber_id_idx on letter_deliveries (subscriber_id);

alter table letters enable row level security;
alter table letters force row level security;
alter table letter_deliveries enable row level security;
alter table letter_deliveries force row level security;
create policy system on letters to handbill_system using (true) with check (true);
create policy system on letter_deliveries to handbill_system using (true) with check (true);
create policy own on letters to handbill_musician using (musician_id = app.user_id());
create policy shown on letters for select to handbill_visitor using (started_at is not null);
create policy own on letter_deliveries for select to handbill_musician
  using (exists (select from letters letter where letter.id = letter_id and letter.musician_id = app.user_id()));

grant select, insert, update, delete on letters, letter_deliveries to handbill_system;
grant select (id, musician_id, title, body, started_at) on letters to handbill_visitor;
grant select (id, musician_id, title, body, status, scheduled_for, started_at, finished_at, created_at, updated_at),
  insert (musician_id, title, body), update (title, body, status, scheduled_for, finished_at, updated_at), delete
  on letters to handbill_musician;
grant select (id, letter_id, subscriber_id, status) on letter_deliveries to handbill_musician;

create trigger page_changed after insert or update or delete on letters
  for each row execute function app.page_changed(
    'musician_id', 'status', 'scheduled_for', 'finished_at', 'leased_until', 'updated_at');
