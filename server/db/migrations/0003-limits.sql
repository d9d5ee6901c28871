-- Limits over several rows. Each takes a lock that lasts until its transaction ends, so that two writers at once
-- can't both be the last one allowed; each complains as a check constraint would, under a name of its own.

-- At most 4 payment links [2 §5].
create function app.limit_payment_links() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment_links ' || new.user_id, 0));
    if (select count(*) from public.payment_links where user_id = new.user_id) > 4 then
      raise check_violation using
        message = 'Maximum of 4 payment links allowed',
        schema = 'public', table = 'payment_links', constraint = 'payment_links_user_id_limit';
    end if;
    return null;
  end $$;

create trigger payment_links_user_id_limit after insert or update of user_id on payment_links
  for each row execute function app.limit_payment_links();

-- Once there is an admin, at least one remains.
create function app.keep_an_admin() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('users last admin', 0));
    if not exists (select from public.users where role = 'admin') then
      raise check_violation using
        message = 'At least one admin must remain',
        schema = 'public', table = 'users', constraint = 'users_role_last_admin';
    end if;
    return null;
  end $$;

create trigger users_role_last_admin_updated after update of role on users
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function app.keep_an_admin();
create trigger users_role_last_admin_deleted after delete on users
  for each row when (old.role = 'admin') execute function app.keep_an_admin();

revoke all on function app.limit_payment_links(), app.keep_an_admin() from public;
