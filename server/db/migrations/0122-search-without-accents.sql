-- What a text is looked for by: small letters without accents, so that "bjork" finds "Björk". app/shared/search-words.ts does the same
-- to what is looked for. Most texts are ASCII, which needs no second look.
create function app.searchable(value text) returns text
  language sql immutable parallel safe
  as $$
    select case
      when octet_length(value) = char_length(value) then lower(value)
      else translate(regexp_replace(normalize(lower(value), NFD), '[\u0300-\u036F]', '', 'g'), 'øłđħı', 'oldhi')
    end
  $$;

revoke all on function app.searchable from public;
grant execute on function app.searchable to handbill_musician, handbill_admin;
