-- Mails that are due, and when the last one went: for the system alone.

alter table notification_mails enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on notification_mails to handbill_system using (true) with check (true);

grant select, insert, update, delete on notification_mails to handbill_system;
