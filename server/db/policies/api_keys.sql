-- Personal keys to the API: for the system alone, as sessions are.

alter table api_keys enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on api_keys to handbill_system using (true) with check (true);

grant select, insert, update, delete on api_keys to handbill_system;
