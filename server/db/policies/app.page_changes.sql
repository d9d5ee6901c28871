-- Changes that a stored page may lack: noted by triggers as the system, asked for where a stored page is read.

alter table app.page_changes enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on app.page_changes to handbill_system using (true) with check (true);

create policy asked on app.page_changes for select to handbill_visitor using (true);

grant select, insert, delete on app.page_changes to handbill_system;
grant select (user_id, by_transaction) on app.page_changes to handbill_visitor;
