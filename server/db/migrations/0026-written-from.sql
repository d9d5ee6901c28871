-- Sign-ups and booking requests by where they come from too: whoever stores one may say so within the transaction.

grant create on schema app to handbill_system;
set local role handbill_system;

create or replace function app.count_written() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    today constant date := app.own_day(new.musician_id, pg_catalog.now());
    told_source text := nullif(current_setting('app.visit_source', true), '');
    told_device constant text := nullif(current_setting('app.visit_device', true), '');
  begin
    insert into public.analytics_days as counted (user_id, facet, day, kind, count)
    values (new.musician_id, 'all', today, tg_argv[0], 1)
    on conflict (user_id, facet, day, kind, value) do update set count = counted.count + 1;

    if told_source is null or told_device is null then
      return null;
    end if;
    -- Whoever invents sites invents no rows.
    if (select count(*) >= 50 and not coalesce(bool_or(value = told_source), false)
        from public.analytics_days
        where user_id = new.musician_id and facet = 'source' and day = today and kind = tg_argv[0]) then
      told_source := 'other';
    end if;
    insert into public.analytics_days as counted (user_id, facet, day, kind, value, count)
    select new.musician_id, told.facet, span.day, tg_argv[0], told.value, 1
    from (values ('source', told_source), ('device', told_device)) told (facet, value),
      (values (today), ('-infinity')) span (day)
    order by told.facet, span.day
    on conflict (user_id, facet, day, kind, value) do update set count = counted.count + 1;
    return null;
  end $$;

reset role;
revoke create on schema app from handbill_system;
