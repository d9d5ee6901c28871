import { t } from "~/shared/t";
import type { Sections } from "./sections.tsx";

/** Fewer are all in sight anyway. */
const fewest = 4;

/** The way to each section that there is, in a row that stays in sight. */
export function SectionLinks({ sections }: { sections: Sections }) {
  const { latest, coming, music, discography } = sections;
  const all: [id: string, name: string, isThere: unknown][] = [
    [
      latest ? "latest" : coming ? "coming" : music ? "music" : "discography",
      t("Music"),
      latest || coming || music || discography,
    ],
    ["events", t("Events"), sections.events],
    ["videos", t("Videos"), sections.videos],
    ["photos", t("Photos"), sections.photos],
    ["newsletter", t("Newsletter"), sections.newsletter],
    ["booking", t("Booking"), sections.booking],
    ["support", t("Support|noun, of an artist with money"), sections.support],
    ["press-kit", t("Press kit"), sections.pressKit],
    ["comments", t("Comments"), sections.comments],
  ];
  const there = all.filter(([, , isThere]) => isThere);
  if (there.length < fewest) return null;
  return (
    <nav aria-label={t("On this page")} className="section-links">
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
