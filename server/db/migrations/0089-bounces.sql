-- Why mails to a subscriber came back, beside bounced_at: reports of other mail servers arrive days after a letter.
alter table newsletter_subscribers
  -- The enhanced status code of the last report (RFC 3463).
  add column bounce_status text constraint newsletter_subscribers_bounce_status_format
    check (bounce_status ~ '^[245]\.[0-9]{1,3}\.[0-9]{1,3}$'),
  -- Letters that came back, though the next one may arrive.
  add column soft_bounces integer not null default 0 constraint newsletter_subscribers_soft_bounces_range
    check (soft_bounces >= 0),
  -- Reports of until then count no more: they are counted already, or the musician has had the address tried again.
  add column bounces_known_at timestamptz constraint newsletter_subscribers_bounces_known_at_years
    check (bounces_known_at >= '1900-01-01 00:00+00' and bounces_known_at < '2200-01-01 00:00+00'),
  -- Musicians may write it from now on.
  add constraint newsletter_subscribers_bounced_at_years
    check (bounced_at >= '1900-01-01 00:00+00' and bounced_at < '2200-01-01 00:00+00');
