-- A letter of which nobody can know whether it arrived may be sent once more, and nothing else: its writer has to ask for it.

create policy again on letter_deliveries for update to handbill_musician
  using (status = 'unknown'
    and exists (select from letters letter where letter.id = letter_id and letter.musician_id = app.user_id()))
  with check (status = 'waiting');
grant update (status) on letter_deliveries to handbill_musician;
