// The common parts of the public pages' statements: constant SQL, never text of visitors.

const formerOwner = "(select user_id from former_addresses where custom_url = lower($1))";

/**
 * The one profile that the slug in $1 means: custom URL first, so that no artist name takes over another's address;
 * then one that the artist had before; then the name; then the custom URL in another case. [1 §7, decisions: Gaps]
 */
export const profileBySlug = `(
      select *
      from musician_profiles
      where custom_url = lower($1) or name_key = lower($1) or user_id = ${formerOwner}
      order by custom_url = $1 desc nulls last, user_id = ${formerOwner} desc nulls last,
        name_key = lower($1) desc, created_at
      limit 1)`;
