-- Tracks stand in a message as they were chosen.

alter table message_attachments
  add display_order integer not null default 0
    constraint message_attachments_display_order_range check (display_order >= 0);
grant select (display_order), insert (display_order) on message_attachments to handbill_musician;
