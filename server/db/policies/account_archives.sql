-- The archives of accounts: their owners see them, also while they are suspended. The work itself is the system's.

alter table account_archives enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on account_archives to handbill_system using (true) with check (true);

create policy own on account_archives for select to handbill_musician using (user_id = app.user_id());

grant select, insert, update, delete on account_archives to handbill_system;
grant select (id, user_id, asked_at, state, progress_at, done_bytes, expected_bytes, ended_at, failure)
  on account_archives to handbill_musician;
