-- Custom URLs that artists gave up: everyone may look one up, a trigger writes them.

alter table former_addresses enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on former_addresses to handbill_system using (true) with check (true);

-- An old address leads a visitor to the present one.
create policy shown on former_addresses for select to handbill_visitor, handbill_musician using (true);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on former_addresses as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

grant select, insert, update, delete on former_addresses to handbill_system;
grant select on former_addresses to handbill_musician, handbill_visitor;
