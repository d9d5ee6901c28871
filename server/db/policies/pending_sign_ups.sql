-- Sign-ups whose address is yet to be confirmed: for the system alone.

alter table pending_sign_ups enable row level security, force row level security;

-- Sign-up, jobs and maintenance act for no single account.
create policy system on pending_sign_ups to handbill_system using (true) with check (true);

grant select, insert, update, delete on pending_sign_ups to handbill_system;
