-- The point of the cover that stays in sight where a page shows only a part of it, in percent from its left and its top.
alter table musician_profiles
  add column cover_focus_x smallint not null default 50
    constraint musician_profiles_cover_focus_x_range check (cover_focus_x between 0 and 100),
  add column cover_focus_y smallint not null default 50
    constraint musician_profiles_cover_focus_y_range check (cover_focus_y between 0 and 100);
