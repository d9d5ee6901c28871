-- The hourly sweep reads the reminders that are old enough to go, not every release there is.
create index release_reminders_created_at_idx on release_reminders (created_at);
