-- Whether an artist's tracks are offered as a podcast.
alter table musician_profiles add column has_podcast boolean not null default false;
