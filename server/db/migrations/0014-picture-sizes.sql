-- Phones get a size of their own, for what they see first. Pictures stored before keep theirs of 800 pixels.
alter table stored_images
  drop constraint stored_images_widths_range,
  add constraint stored_images_widths_range check (widths <@ array[200, 400, 640, 800, 960]);
