-- The secrets of authenticator apps: for the system alone.

alter table totp_factors enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on totp_factors to handbill_system using (true) with check (true);

grant select, insert, update, delete on totp_factors to handbill_system;
