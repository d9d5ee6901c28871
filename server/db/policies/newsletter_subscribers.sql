-- Subscribers of an artist: a visitor leaves an address, and only its musician reads and deletes it.

alter table newsletter_subscribers enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on newsletter_subscribers to handbill_system using (true) with check (true);

-- Addresses of subscribers are seen by the artist they were given to, and by no one else.
create policy own on newsletter_subscribers to handbill_musician using (musician_id = app.user_id());

-- Only to an account that has a page.
create policy left_by_a_visitor on newsletter_subscribers for insert to handbill_visitor
  with check (exists (
    select from musician_profiles profile where profile.user_id = newsletter_subscribers.musician_id));

-- A suspended musician changes nothing.
create policy may_insert on newsletter_subscribers as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on newsletter_subscribers as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on newsletter_subscribers as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on newsletter_subscribers to handbill_system;
grant select (id, musician_id, subscriber_email, subscriber_name, source, created_at, confirmed_at, unsubscribed_at,
    bounced_at, bounce_status, soft_bounces, bounces_known_at, confirm_sent_at, consent_note, release_id,
    language),
  insert (musician_id, subscriber_email, subscriber_name, source, consent_note),
  -- To let an address be tried again.
  update (bounced_at, bounce_status, soft_bounces, bounces_known_at),
  delete
  on newsletter_subscribers to handbill_musician;
grant insert (musician_id, subscriber_email, subscriber_name, source, language) on newsletter_subscribers
  to handbill_visitor;
