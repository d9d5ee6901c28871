-- Public pages as they were rendered, for whichever process is asked for them next, also after a restart. A page holds for
-- as long as its artist has no change that its snapshot didn't see. Changes are noted in the very transaction that makes
-- them, so none can be missed, whoever renders meanwhile; and nobody waits for anybody, because a note is a row of its own.
-- Both tables are emptied by a crash, and begin anew.

create unlogged table rendered_pages (
  path text not null constraint rendered_pages_path_length check (char_length(path) between 1 and 2000),
  -- A hash of the build and the settings that it was rendered with.
  variant text not null constraint rendered_pages_variant_length check (char_length(variant) = 22),
  user_id uuid not null references users (id) on delete cascade,
  -- From before anything on it was read.
  snapshot pg_snapshot not null,
  -- When it changes by itself.
  expires_at timestamptz not null,
  -- Names and values by turns.
  headers text[] not null constraint rendered_pages_headers_limit
    check (cardinality(headers) <= 40 and octet_length(array_to_string(headers, '')) <= 8000),
  -- Compressed with brotli.
  body bytea not null constraint rendered_pages_body_length check (octet_length(body) between 1 and 1048576),
  stored_at timestamptz not null default now(),
  primary key (path, variant)
);
alter table rendered_pages alter column body set storage external;
create index rendered_pages_user_id_idx on rendered_pages (user_id);

-- A change of an artist's rows, once for each transaction; of everybody's pages where the id is zero.
create unlogged table app.page_changes (
  user_id uuid not null,
  by_transaction xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  primary key (user_id, by_transaction)
);

grant create on schema app to handbill_system;

create or replace function app.page_changed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    before jsonb := to_jsonb(old);
    after jsonb := to_jsonb(new);
    artist uuid;
  begin
    if before - tg_argv[1:] is not distinct from after - tg_argv[1:] then
      return null;
    end if;
    foreach artist in array array[before ->> tg_argv[0], after ->> tg_argv[0]]::uuid[] loop
      if artist is not null then
        insert into app.page_changes (user_id) values (artist) on conflict do nothing;
        perform pg_catalog.pg_notify('pages', artist::text);
      end if;
    end loop;
    return null;
  end $$;

create or replace function app.every_page_changed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into app.page_changes (user_id) values ('00000000-0000-0000-0000-000000000000')
      on conflict do nothing;
    perform pg_catalog.pg_notify('pages', '*');
    return null;
  end $$;

-- They note changes that anybody makes in a table that is the system's alone.
alter function app.page_changed() owner to handbill_system;
alter function app.every_page_changed() owner to handbill_system;

revoke create on schema app from handbill_system;
