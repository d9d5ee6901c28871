import type { Sections } from "./sections.tsx";

/** Fewer are all in sight anyway. */
const fewest = 4;

/** The way to each section that there is, in a row that stays in sight. */
export function SectionLinks({ sections }: { sections: Sections }) {
  const { latest, coming, music, discography } = sections;
  const all: [id: string, name: string, isThere: unknown][] = [
    [
      latest ? "latest" : coming ? "coming" : music ? "music" : "discography",
      "Music",
      latest || coming || music || discography,
    ],
    ["events", "Events", sections.events],
    ["videos", "Videos", sections.videos],
    ["photos", "Photos", sections.photos],
    ["newsletter", "Newsletter", sections.newsletter],
    ["booking", "Booking", sections.booking],
    ["support", "Support", sections.support],
    ["press-kit", "Press kit", sections.pressKit],
    ["comments", "Comments", sections.comments],
  ];
  const there = all.filter(([, , isThere]) => isThere);
  if (there.length < fewest) return null;
  return (
    <nav aria-label="On this page" className="section-links">
      <ul>
        {there.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
