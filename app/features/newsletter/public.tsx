/** The form that subscribes to the artist's letters. [1 §5] */
export function NewsletterForm({ artistName }: { artistName: string }) {
  return <p>{artistName}</p>;
}
