-- Webhooks also tell that a booking request was deleted, and that a comment has left the page.

create trigger webhook_deleted after delete on booking_requests
  for each row execute function app.webhook('booking.deleted', 'musician_id');

create trigger webhook_removed_updated after update on fan_comments
  for each row when (old.is_approved and old.hidden_at is null and (not new.is_approved or new.hidden_at is not null))
  execute function app.webhook('comment.removed', 'musician_id');
create trigger webhook_removed_deleted after delete on fan_comments
  for each row when (old.is_approved and old.hidden_at is null)
  execute function app.webhook('comment.removed', 'musician_id');
