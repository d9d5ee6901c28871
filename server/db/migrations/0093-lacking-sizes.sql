-- Pictures that lack a size are found every hour, and hardly any does. The widths are those of app/shared/picture.ts; 960 was one of
-- them once, and counts no more.
create index stored_images_lacking_sizes_idx on stored_images (url)
  where cardinality(array_remove(widths, 960))
    < width_bucket(width - 1, '{64,80,100,125,160,200,250,320,400,500,640,800,1000,1250}'::integer[]);
