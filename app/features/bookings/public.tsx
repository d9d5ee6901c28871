/** The form that asks the artist to play. [1 §5] */
export function BookingForm({ artistName }: { artistName: string }) {
  return <p>{artistName}</p>;
}
