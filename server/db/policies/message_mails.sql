-- Mails about messages that wait: for the system alone.

alter table message_mails enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on message_mails to handbill_system using (true) with check (true);

grant select, insert, update, delete on message_mails to handbill_system;
