-- The code that makes an account an admin while there is none, as its SHA-256. Every process prints the same one; whoever
-- uses it deletes it.

create table app.setup_codes (
  code_hash bytea primary key constraint setup_codes_code_hash_length check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now()
);
alter table app.setup_codes enable row level security;
alter table app.setup_codes force row level security;
create policy system on app.setup_codes to handbill_system using (true) with check (true);
grant select, insert, delete on app.setup_codes to handbill_system;
