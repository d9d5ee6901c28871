-- Addresses that tracks and releases had before: everyone may look one up that leads to what they may see, a trigger
-- writes them.

alter table former_music_slugs enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on former_music_slugs to handbill_system using (true) with check (true);

-- A musician sees where their own lead.
create policy own on former_music_slugs for select to handbill_musician using (user_id = app.user_id());

-- An old address tells nothing of what isn't public.
create policy shown on former_music_slugs for select to handbill_visitor, handbill_musician
  using (exists (select from music_tracks where music_tracks.id = track_id)
    or exists (select from releases where releases.id = release_id));

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on former_music_slugs as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

grant select, insert, update, delete on former_music_slugs to handbill_system;
grant select on former_music_slugs to handbill_musician, handbill_visitor;
