-- How an artist's page is composed, a typeface of its own for the name, and six more colour themes.
alter table musician_profiles
  add column layout text not null default 'classic' constraint musician_profiles_layout_known
    check (layout in ('classic', 'poster', 'split', 'gallery', 'minimal')),
  -- Null: the page's own font.
  add column name_font text constraint musician_profiles_name_font_known
    check (name_font in ('league-gothic', 'abril-fatface')),
  drop constraint musician_profiles_color_theme_known,
  add constraint musician_profiles_color_theme_known
    check (color_theme in ('default', 'purple-pink', 'blue-cyan', 'green-teal', 'orange-red', 'dark-gold',
      'rose-gold', 'neon-green', 'ocean-blue', 'sunset-orange', 'custom', 'paper', 'riso', 'kraft', 'ink', 'oxblood',
      'cobalt'));
