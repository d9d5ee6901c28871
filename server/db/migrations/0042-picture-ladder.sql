-- Smaller sizes in even steps, so that a page shows no picture coarser than its screen and none much finer. Pictures
-- stored before are given those they lack in the background; what they have besides stays.
alter table stored_images
  drop constraint stored_images_widths_range,
  add constraint stored_images_widths_range check
    (widths <@ array[64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 960, 1000, 1250]);
