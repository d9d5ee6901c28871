-- Custom URLs that artists have given up. Each leads to the page of the artist who had it last for as long as the
-- account lives, and nobody else may take it within a year.

create table former_addresses (
  custom_url text primary key,
  user_id uuid not null references users on delete cascade,
  given_up_at timestamptz not null default now()
);
create index former_addresses_user_id_idx on former_addresses (user_id);

alter table former_addresses enable row level security;
alter table former_addresses force row level security;
create policy system on former_addresses to handbill_system using (true) with check (true);
create policy shown on former_addresses for select to handbill_visitor, handbill_musician using (true);
create policy not_suspended on former_addresses as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));
grant select, insert, update, delete on former_addresses to handbill_system;
grant select on former_addresses to handbill_visitor, handbill_musician;

grant create on schema app to handbill_system;
set local role handbill_system;

-- It runs as the system, because nobody writes there by themselves, and after the row, so that of an artist who gives an
-- address up and one who takes it the second waits for the first.
create function app.address_changed() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if old.custom_url is not null then
      insert into public.former_addresses (custom_url, user_id) values (old.custom_url, old.user_id)
      on conflict (custom_url) do update set user_id = excluded.user_id, given_up_at = excluded.given_up_at;
    end if;
    if exists (
      select from public.former_addresses
      where custom_url = new.custom_url and user_id <> new.user_id
        and given_up_at > pg_catalog.now() - interval '1 year')
    then
      raise unique_violation using
        message = 'This address was given up by another artist less than a year ago.',
        constraint = 'musician_profiles_custom_url_key', table = 'musician_profiles', schema = 'public';
    end if;
    delete from public.former_addresses where custom_url = new.custom_url;
    return null;
  end $$;

revoke all on function app.address_changed from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.address_changed to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger address_taken after insert on musician_profiles
  for each row when (new.custom_url is not null) execute function app.address_changed();
create trigger address_changed after update on musician_profiles
  for each row when (old.custom_url is distinct from new.custom_url) execute function app.address_changed();
