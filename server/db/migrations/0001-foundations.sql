-- What every later migration leans on: who is asking, and what counts as an address.
--
-- Conventions of this folder
--   * Each file runs once, in its own transaction; it imports nothing and is never edited after a release.
--   * Constraints are named table_column_rule, because the server turns a violated one into a text by its name.
--     "known" marks a closed list of values: the generated types turn it into a union.
--   * Row-level security is forced, so it also binds the owner who migrates. A migration that moves data says
--     `set local role handbill_system` first, and `reset role` after.

revoke all on schema public from public;
grant usage on schema public to handbill_visitor, handbill_musician, handbill_admin, handbill_system;

-- The migrator keeps its own table here already.
create schema if not exists app;
grant usage on schema app to handbill_visitor, handbill_musician, handbill_admin, handbill_system;

-- The account on whose behalf this transaction runs, null when there is none. After a transaction that set it
-- locally, the setting is the empty string and not null.
create function app.user_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- An absolute http or https address.
create function app.is_web_address(address text) returns boolean
  language sql immutable parallel safe
  as $$
    select char_length(address) <= 2048 and address ~ '^https?://[^/?#\\[:space:][:cntrl:]][^[:space:][:cntrl:]]*$'
  $$;

-- An uploaded file in its owner's own part of the store. Rows name the files that are removed with them, so a row
-- that could name somebody else's file could destroy it, or show one that is hidden.
create function app.is_own_upload(address text, owner uuid) returns boolean
  language sql immutable parallel safe
  as $$
    select address ~ ('^/uploads/(avatars|photos|music|press-kits)/' || owner::text
      || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$')
  $$;

-- Something other than white space, and no more than so many characters of it.
create function app.is_text(value text, longest integer) returns boolean
  language sql immutable parallel safe
  as $$ select char_length(value) <= longest and value ~ '[^[:space:]]' $$;

-- text@text.text, stored in lower case [1 §5].
create function app.is_email(value text) returns boolean
  language sql immutable parallel safe
  as $$
    select char_length(value) <= 254 and value = lower(value)
       and value ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+\.[^@[:space:][:cntrl:]]+$'
  $$;

-- Checks and policies run with the rights of whoever writes the row, so each role needs what they call.
revoke all on function app.user_id, app.is_web_address, app.is_own_upload, app.is_text, app.is_email from public;
grant execute on function app.user_id, app.is_web_address, app.is_own_upload, app.is_text, app.is_email
  to handbill_visitor, handbill_musician, handbill_admin, handbill_system;
