-- Whoever talks with somebody knows their name, also once they are suspended and their page is out of sight: what they
-- wrote is still there, and has to be somebody's.

grant create on schema app to handbill_system;
set local role handbill_system;

create function app.shown_name(person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select artist_name from public.musician_profiles
    where user_id = person and exists (
      select from public.conversations
      where participant_1 = least(app.user_id(), person) and participant_2 = greatest(app.user_id(), person))
  $$;

revoke all on function app.shown_name from public;
grant execute on function app.shown_name to handbill_musician;

reset role;
revoke create on schema app from handbill_system;
