-- Whether an artist is one person or several: search engines call the one a person and the others a group. Null: not said.
alter table musician_profiles add performs_as text
  constraint musician_profiles_performs_as_known check (performs_as in ('solo', 'group'));
grant select (performs_as) on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
grant insert (performs_as), update (performs_as) on musician_profiles to handbill_musician;
