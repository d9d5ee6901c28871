-- The language that visitors read the page in when they left their address: mails to them are in it. A BCP 47 tag; null where
-- it isn't known.
alter table newsletter_subscribers add language text
  constraint newsletter_subscribers_language_tag check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$');
alter table release_reminders add language text
  constraint release_reminders_language_tag check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$');
alter table booking_requests add language text
  constraint booking_requests_language_tag check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$');

grant insert (language) on newsletter_subscribers, release_reminders, booking_requests to handbill_visitor;
grant select (language) on newsletter_subscribers, booking_requests to handbill_musician;
