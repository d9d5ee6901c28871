-- Passkeys of accounts: for the system alone.

alter table passkeys enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on passkeys to handbill_system using (true) with check (true);

grant select, insert, update, delete on passkeys to handbill_system;
