-- Changes of address, and the links that make and undo them: for the system alone.

alter table address_changes enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on address_changes to handbill_system using (true) with check (true);

grant select, insert, update, delete on address_changes to handbill_system;
