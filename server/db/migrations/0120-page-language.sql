-- The language that an artist writes in, and that the words around are in for visitors who read none of ours. A BCP 47 tag;
-- null: not said.
alter table musician_profiles add page_language text
  constraint musician_profiles_page_language_tag check (page_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$');
grant select (page_language) on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
grant insert (page_language), update (page_language) on musician_profiles to handbill_musician;
