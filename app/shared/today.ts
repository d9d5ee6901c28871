/**
 * The earliest day that is still today somewhere on Earth (UTC-12), as YYYY-MM-DD: a show stays announced until its
 * night is over wherever it is. The database's counterpart is `(now() at time zone 'Etc/GMT+12')::date`.
 */
export function today(now = new Date()): string {
  return new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10);
}

/** When {@link today} becomes the next day. */
export function todayEnds(now = new Date()): Date {
  return new Date(Date.parse(`${today(now)}T00:00:00Z`) + (24 + 12) * 3_600_000);
}
