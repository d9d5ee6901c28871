-- Where exactly an event is, and how one gets in.
alter table events
  add column address text constraint events_address_length check (app.is_line(address, 200)),
  add column admission text not null default 'tickets'
    constraint events_admission_known check (admission in ('tickets', 'free', 'sold-out'));
