-- Requests to an artist: a visitor leaves one, and its musician alone reads, answers and deletes it.

alter table booking_requests enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on booking_requests to handbill_system using (true) with check (true);

-- Requests are confidential: only the artist who was asked sees them.
create policy own on booking_requests to handbill_musician using (musician_id = app.user_id());

-- Only where the artist's page shows the form.
create policy left_by_a_visitor on booking_requests for insert to handbill_visitor
  with check (exists (
    select from musician_profiles profile
    where profile.user_id = booking_requests.musician_id and profile.show_booking_section));

-- A suspended musician changes nothing.
create policy may_insert on booking_requests as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on booking_requests as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on booking_requests as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on booking_requests to handbill_system;
grant select (id, musician_id, requester_name, requester_email, requester_phone, event_type, event_date,
    event_location, budget_range, message, status, is_read, created_at, updated_at, told_status, told_at, told_text,
    tell_failed_at, language),
  update (status, is_read, updated_at, told_status, told_at, told_text, tell_failed_at),
  delete
  on booking_requests to handbill_musician;
grant insert (id, musician_id, requester_name, requester_email, requester_phone, event_type, event_date,
    event_location, budget_range, message, language)
  on booking_requests to handbill_visitor;
