-- Answers of the API that may be asked for again: written and read in the transaction of what they answer.

alter table api_answers enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on api_answers to handbill_system using (true) with check (true);

create policy own on api_answers to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on api_answers as restrictive for insert to handbill_musician
  with check ((select app.may_write()));

grant select, insert, update, delete on api_answers to handbill_system;
grant select, insert (key_id, user_id, idempotency_key, request_hash, answer) on api_answers to handbill_musician;
