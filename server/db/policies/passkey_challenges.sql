-- Challenges for passkeys under way: for the system alone.

alter table passkey_challenges enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on passkey_challenges to handbill_system using (true) with check (true);

grant select, insert, update, delete on passkey_challenges to handbill_system;
