-- Whether the requester was told by mail what the musician has decided: of which decision, and when.
alter table booking_requests
  add told_status text constraint booking_requests_told_status_known check (told_status in ('accepted', 'declined')),
  add told_at timestamptz,
  add constraint booking_requests_told_at_years
    check (told_at >= '1900-01-01 00:00+00' and told_at < '2200-01-01 00:00+00'),
  add constraint booking_requests_told_at_present check ((told_status is null) = (told_at is null));
grant select (told_status, told_at), update (told_status, told_at) on booking_requests to handbill_musician;

-- As before, but that columns which no form fills in don't count.
grant create on schema app to handbill_system;
set local role handbill_system;
create or replace function app.same_booking(request jsonb) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('booking_requests ' || request::text, 0));
    return exists (
      select from public.booking_requests earlier
      where earlier.musician_id = (request ->> 'musician_id')::uuid
        and earlier.created_at > pg_catalog.now() - interval '10 minutes'
        and pg_catalog.to_jsonb(earlier) @> request);
  end $$;
reset role;
revoke create on schema app from handbill_system;
