-- How an issue arrived is kept with it: its deliveries go with their subscribers, and don't come along to another site.

alter table letters add column results jsonb constraint letters_results_size
  check (jsonb_typeof(results) = 'object' and octet_length(results::text) <= 1000);

create function app.letter_results() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.results := coalesce(
      (select pg_catalog.jsonb_object_agg(counted.status, counted.count)
       from (select status, pg_catalog.count(*) from public.letter_deliveries
             where letter_id = new.id group by status) counted),
      new.results);
    return new;
  end $$;
revoke all on function app.letter_results from public;

set local role handbill_system;
update letters set results = counted.results
from (select letter_id, jsonb_object_agg(status, count) as results
      from (select letter_id, status, count(*) from letter_deliveries group by letter_id, status) counts
      group by letter_id) counted
where counted.letter_id = letters.id and letters.finished_at is not null;
reset role;

create trigger letter_results before update of finished_at on letters
  for each row when (new.finished_at is not null) execute function app.letter_results();
