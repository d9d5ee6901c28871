-- A link stands once on a page, and payment links have one place each: double presses and parallel requests have left
-- some twice, and some in the same place.

set local role handbill_system;

delete from social_links using (
  select id, row_number() over (partition by user_id, platform, url order by created_at, id) as number from social_links
) numbered
where numbered.id = social_links.id and numbered.number > 1;

update payment_links set display_order = numbered.number
from (
  select id, row_number() over (partition by user_id order by display_order, id) as number from payment_links
) numbered
where numbered.id = payment_links.id and numbered.number <> payment_links.display_order;

reset role;

-- An address is too long for an index of its own.
create unique index social_links_url_key on social_links (user_id, platform, md5(url));
