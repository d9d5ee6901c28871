-- Mails sent on a day: for the system alone.

alter table mail_counts enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on mail_counts to handbill_system using (true) with check (true);

grant select, insert, update, delete on mail_counts to handbill_system;
