-- Reports of comments and messages: visitors may report what they can see, and admins decide.

alter table reports enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on reports to handbill_system using (true) with check (true);

-- A musician sees which of theirs are still open.
create policy own on reports for select to handbill_musician using (reporter_id = app.user_id());

-- In one's own name, of a comment one can see, or of a message that one received.
create policy own_new on reports for insert to handbill_musician
  with check (
    reporter_id = app.user_id() and (
      exists (select from fan_comments comment where comment.id = comment_id)
      or exists (
        select from messages message where message.id = message_id and message.sender_id <> app.user_id())));

-- Without a name, of a comment that the visitor can see; never of a message.
create policy left_by_a_visitor on reports for insert to handbill_visitor
  with check (
    reporter_id is null and message_id is null
    and exists (select from fan_comments comment where comment.id = comment_id));

-- Any admin may take up any report.
create policy admin_reads on reports for select to handbill_admin using (true);

-- No admin decides in another admin's name.
create policy admin_resolves on reports for update to handbill_admin
  using (true)
  with check (resolved_by is null or resolved_by = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on reports as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on reports as restrictive for update to handbill_musician using ((select app.may_write()));
create policy may_delete on reports as restrictive for delete to handbill_musician using ((select app.may_write()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on reports as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on reports to handbill_system;
grant select (id, reporter_id, comment_id, message_id, created_at, resolved_at)
  on reports to handbill_musician, handbill_admin;
grant insert (reporter_id, comment_id, message_id, reason) on reports to handbill_musician;
grant insert (comment_id, reason) on reports to handbill_visitor;
grant select (reason, resolved_by, resolution),
  update (resolved_at, resolved_by, resolution)
  on reports to handbill_admin;
