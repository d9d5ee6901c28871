-- Public pages as they were rendered: read for visitors, who see them anyway, and stored by the system.

alter table rendered_pages enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on rendered_pages to handbill_system using (true) with check (true);

create policy served on rendered_pages for select to handbill_visitor using (true);

-- Nothing of a suspended musician is public.
create policy not_suspended on rendered_pages as restrictive for select to handbill_visitor
  using (user_id not in (select app.suspended()));

grant select, insert, update, delete on rendered_pages to handbill_system;
grant select (path, variant, user_id, snapshot, expires_at, headers, body) on rendered_pages to handbill_visitor;
