// The common parts of the public pages' statements: constant SQL, never text of visitors.

/** A stored picture by its address; of one without facts, the shape of the frame that it is shown in. */
export const picture = (url: string, frame = { width: 800, height: 800 }) => `(
  select json_build_object('src', ${url}, 'width', coalesce(width, ${frame.width}),
    'height', coalesce(height, ${frame.height}), 'widths', coalesce(widths, '{}'),
    'colour', coalesce(colour, '#808080'))
  from (values (${url})) shown (url) left join stored_images stored on stored.url = shown.url
  where shown.url is not null)`;

/** Rows as one JSON array. */
export const list = (rows: string) => `(select coalesce(json_agg(item), '[]') from (${rows}) item)`;

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

/** `today()` of app/shared/today.ts. */
const today = "(now() at time zone 'Etc/GMT+12')::date";

/** A `PublicEvent`. */
export const eventColumns = `
          id, title, event_type as "eventType", event_date as date, event_time as time, end_date as "endDate",
          end_time as "endTime", time_zone as "timeZone", cancelled_at is not null as "isCancelled", location,
          venue_name as "venueName", description, ticket_url as "ticketUrl", is_featured as "isFeatured"`;

/** Of an event: its last day has come nowhere to its end. None lasts longer than a year, which the index knows. */
export const notOver = `event_date >= ${today} - 366 and coalesce(end_date, event_date) >= ${today}`;

/** Rows of the comments on `profile`'s page. */
export const comments = (condition: string, order: "asc" | "desc", limit: number) => `
        select id, author_name as "authorName", content, created_at as "createdAt"
        from fan_comments
        where musician_id = profile.user_id and is_approved ${condition}
        order by created_at ${order}, id ${order}
        limit ${limit}`;
