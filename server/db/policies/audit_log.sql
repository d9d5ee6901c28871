-- The audit log: admins read it and add to it in their own name. Nothing is changed or deleted.

alter table audit_log enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on audit_log to handbill_system using (true) with check (true);

-- Every admin may check what any of them did.
create policy admin_reads on audit_log for select to handbill_admin using (true);

-- No admin signs with another admin's name.
create policy admin_new on audit_log for insert to handbill_admin with check (actor_id = app.user_id());

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on audit_log as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert on audit_log to handbill_system;
grant select (id, at, actor_id, actor, action, target, details),
  insert (actor_id, actor, action, target, details)
  on audit_log to handbill_admin;
