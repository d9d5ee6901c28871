-- Whether an artist's next track begins by itself when one is over.
alter table musician_profiles add column plays_on boolean not null default true;
