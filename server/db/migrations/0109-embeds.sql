-- Whether other sites may show an artist's music and dates in frames.
alter table musician_profiles add column embeds_on boolean not null default true;
