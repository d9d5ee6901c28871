-- What a musician has typed and not saved yet, so that it is there on another device too. `about` names the form, such as
-- 'event:new'; `fields` are its texts by their names.
create table drafts (
  user_id uuid not null references users on delete cascade,
  about text not null constraint drafts_about_format check (about ~ '^[a-z]{1,20}:[a-z0-9-]{1,60}$'),
  fields jsonb not null
    constraint drafts_fields_object check (jsonb_typeof(fields) = 'object')
    constraint drafts_fields_size check (octet_length(fields::text) <= 262144),
  updated_at timestamptz not null default now(),
  primary key (user_id, about)
);
