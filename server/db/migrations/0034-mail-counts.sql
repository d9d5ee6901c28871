-- How many mails have gone out on a day to addresses that have confirmed nothing: in all, and by whose doing. A day is
-- UTC's.
create table mail_counts (
  day date not null,
  counter text not null constraint mail_counts_counter_length check (app.is_text(counter, 100)),
  sent integer not null constraint mail_counts_sent_range check (sent >= 0),
  primary key (day, counter)
);
alter table mail_counts enable row level security;
alter table mail_counts force row level security;
create policy system on mail_counts to handbill_system using (true) with check (true);
grant select, insert, update, delete on mail_counts to handbill_system;

-- Subscribers who are yet to be asked: some each day. Their artist sees how many those are.
create index newsletter_subscribers_unasked_idx on newsletter_subscribers (musician_id, created_at, id)
  where confirmed_at is null and unsubscribed_at is null and bounced_at is null and confirm_sent_at is null;
grant select (confirm_sent_at) on newsletter_subscribers to handbill_musician;
