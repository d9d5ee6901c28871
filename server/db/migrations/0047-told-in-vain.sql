-- What the requester was told, and when the mail that should have told them turned out not to reach anybody.
alter table booking_requests
  add told_text text
    constraint booking_requests_told_text_length check (char_length(told_text) between 1 and 2000)
    constraint booking_requests_told_text_plain check (app.is_plain(told_text)),
  add tell_failed_at timestamptz
    constraint booking_requests_tell_failed_at_years
      check (tell_failed_at >= '1900-01-01 00:00+00' and tell_failed_at < '2200-01-01 00:00+00'),
  add constraint booking_requests_told_text_of_status check (told_text is null or told_status is not null),
  add constraint booking_requests_tell_failed_at_of_status check (tell_failed_at is null or told_status is not null);
grant select (told_text, tell_failed_at), update (told_text, tell_failed_at) on booking_requests to handbill_musician;
