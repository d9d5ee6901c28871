-- Counters of attempts: for the system alone.

alter table rate_limits enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on rate_limits to handbill_system using (true) with check (true);

grant select, insert, update, delete on rate_limits to handbill_system;
