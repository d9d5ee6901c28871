-- Accounts that are asked for a passkey after the password: for the system alone.

alter table passkey_factors enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on passkey_factors to handbill_system using (true) with check (true);

grant select, insert, update, delete on passkey_factors to handbill_system;
