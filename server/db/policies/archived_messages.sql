-- Messages of before: their musician's alone, to read.

alter table archived_messages enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on archived_messages to handbill_system using (true) with check (true);

create policy own on archived_messages for select to handbill_musician using (user_id = app.user_id());

grant select, insert, update, delete on archived_messages to handbill_system;
grant select (id, user_id, conversation, with_name, is_own, content, tracks, is_read, sent_at)
  on archived_messages to handbill_musician;
