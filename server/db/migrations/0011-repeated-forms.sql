-- What a visitor sends twice, by a double click or a reload, is stored once.
--
-- Each function looks for the same words within the last minutes. Whoever asks holds up others who ask for the same
-- until their own transaction ends: of several at once the first finds nothing and stores, the others find it.
-- They run as the system, because a visitor sees neither bookings nor comments that wait for approval.

grant create on schema app to handbill_system;
set local role handbill_system;

-- Whether the same comment was approved; null when there is none.
create function app.same_comment(artist uuid, author text, words text) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtextextended('fan_comments ' || artist || ' ' || author || ' ' || words, 0));
    return (
      select is_approved from public.fan_comments
      where musician_id = artist and author_name = author and content = words
        and created_at > pg_catalog.now() - interval '10 minutes'
      order by created_at desc
      limit 1);
  end $$;

-- Whether there is the same booking request. Takes the row as it would be inserted.
create function app.same_booking(request jsonb) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('booking_requests ' || request::text, 0));
    return exists (
      select from public.booking_requests earlier
      where earlier.musician_id = (request ->> 'musician_id')::uuid
        and earlier.created_at > pg_catalog.now() - interval '10 minutes'
        and pg_catalog.to_jsonb(earlier) - '{id,status,is_read,created_at,updated_at}'::text[] = request);
  end $$;

revoke all on function app.same_comment, app.same_booking from public;
grant execute on function app.same_comment, app.same_booking to handbill_visitor;

reset role;
revoke create on schema app from handbill_system;
