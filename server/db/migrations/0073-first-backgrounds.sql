-- A new installation has backgrounds to choose from: files of the site's own, in public/backgrounds. Where there are accounts,
-- the admins have made their choice already.

-- Row-level security holds for the tables' owner as well.
set local role handbill_system;

insert into background_options (name, type, url, thumbnail_url, created_at)
select
  name,
  case when is_loop then 'video' else 'image' end,
  '/backgrounds/' || file || case when is_loop then '.mp4' else '.webp' end,
  '/backgrounds/' || file || case when is_loop then '.webp' else '-480w.webp' end,
  -- The newest is offered first.
  now() - place * interval '1 second'
from (values
  (1, 'hills', 'Hills at dawn', false),
  (2, 'stage', 'Small stage', false),
  (3, 'northern-lights', 'Northern lights', true),
  (4, 'sea', 'Moon over the sea', false),
  (5, 'windows', 'Lit windows', false),
  (6, 'evening', 'Warm evening', false),
  (7, 'record', 'Record', false),
  (8, 'smoke', 'Smoke', true),
  (9, 'ink', 'Ink in water', false),
  (10, 'paper', 'Cut paper', false),
  (11, 'two-inks', 'Two inks', false),
  (12, 'water', 'Pool', true),
  (13, 'contours', 'Contour lines', false),
  (14, 'marbled', 'Marbled paper', false),
  (15, 'lamps', 'Street lamps', false),
  (16, 'lamps-moving', 'Street lamps, moving', true)
) as files (place, file, name, is_loop)
where not exists (select from users);

reset role;
