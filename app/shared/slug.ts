/**
 * The custom URL that an artist name suggests: lower case, everything that is no letter or digit becomes a hyphen,
 * repeated hyphens collapse, none at either end. Empty for a name without any Latin letter or digit. [2 §5]
 */
export function slugFrom(artistName: string): string {
  return artistName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replace(/^-+|-+$/g, "");
}
