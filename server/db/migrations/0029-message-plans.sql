-- Whose a message is, asked in a way that no index answers. Where the database had no statistics of the table yet, it
-- took all that somebody ever wrote or received for the narrower choice, once for each conversation of the list.
alter policy own on messages using (app.user_id() = any (array[sender_id, recipient_id]));

-- One conversation is looked up, instead of all that somebody has.
alter policy own_new on messages
  with check (sender_id = app.user_id()
    and exists (select from conversations conversation where conversation.id = conversation_id)
    and not app.are_blocked(sender_id, recipient_id));
