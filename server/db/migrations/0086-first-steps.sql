-- What the dashboard's list of first steps can't tell from the musician's other rows: whether they have handed out their
-- page's address, and whether they have put the list away.
alter table account_preferences
  add page_shared boolean not null default false,
  add first_steps_hidden boolean not null default false;

-- Who has music already needs no first steps.
grant select, insert, update on account_preferences to handbill_system;
grant select on music_tracks to handbill_system;
set local role handbill_system;
insert into account_preferences (user_id, first_steps_hidden)
  select distinct user_id, true from music_tracks
  on conflict (user_id) do update set first_steps_hidden = true;
reset role;
