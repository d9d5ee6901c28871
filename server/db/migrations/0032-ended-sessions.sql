-- Says on the channel `sessions` which session has ended, by its token's hash, or of which account nothing is streamed any
-- more, by its id. A session ends by signing out, by a new password, and with its account.

create function app.session_ended() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('sessions', pg_catalog.encode(old.token_hash, 'hex'));
    return null;
  end $$;

create function app.account_suspended() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('sessions', new.id::text);
    return null;
  end $$;

revoke all on function app.session_ended(), app.account_suspended() from public;

create trigger session_ended after delete on sessions
  for each row execute function app.session_ended();
create trigger account_suspended after update on users
  for each row when (old.suspended_at is null and new.suspended_at is not null)
  execute function app.account_suspended();
