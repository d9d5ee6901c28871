-- Password resets under way: for the system alone.

alter table reset_tickets enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on reset_tickets to handbill_system using (true) with check (true);

grant select, insert, update, delete on reset_tickets to handbill_system;
