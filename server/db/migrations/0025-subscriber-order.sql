-- The order in which the file of all subscribers is read, piece by piece: with the time alone, each piece sorts what is left.

drop index newsletter_subscribers_musician_id_idx;
create index newsletter_subscribers_musician_id_idx on newsletter_subscribers (musician_id, created_at desc, id desc);
