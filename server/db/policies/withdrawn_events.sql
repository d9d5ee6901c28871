-- Events that are no longer public, for the calendars that had them: public; a trigger writes them.

alter table withdrawn_events enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on withdrawn_events to handbill_system using (true) with check (true);

-- A subscribed calendar removes the event when this row tells it to.
create policy shown on withdrawn_events for select to handbill_visitor using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on withdrawn_events as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

grant select, insert, update, delete on withdrawn_events to handbill_system;
grant select on withdrawn_events to handbill_visitor;
