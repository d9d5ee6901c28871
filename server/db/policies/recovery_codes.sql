-- The codes that stand in for a lost second factor, hashed: for the system alone.

alter table recovery_codes enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on recovery_codes to handbill_system using (true) with check (true);

grant select, insert, update, delete on recovery_codes to handbill_system;
