import { MapPin } from "lucide-react";
import { data } from "react-router";
import { TrackList } from "~/features/music/public";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/artist";
import { findArtistPage } from "./artist.server";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const artist = await findArtistPage(db.asVisitor(), params.artistSlug);
  return data({ artist }, { status: artist ? 200 : 404 });
}

export default function Artist({ loaderData: { artist } }: Route.ComponentProps) {
  if (!artist) return <ArtistNotFound />;
  const { artistName, bio, location, tracks } = artist;
  return (
    <main className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-10 px-4 py-12">
      <title>{artistName}</title>
      <meta name="description" content={bio ?? `${artistName} on Handbill`} />
      <header className="grid gap-4">
        <h1 dir="auto" className="wood-type text-5xl wrap-anywhere sm:text-6xl">
          {artistName}
        </h1>
        {location && (
          <p dir="auto" className="flex items-center gap-2 text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" />
            {location}
          </p>
        )}
        {bio && (
          <p dir="auto" className="text-lg wrap-anywhere whitespace-pre-line">
            {bio}
          </p>
        )}
      </header>
      {tracks && tracks.length > 0 && (
        <section aria-labelledby="music" className="grid gap-4">
          <h2 id="music" className="text-2xl font-bold">
            Music
          </h2>
          <TrackList tracks={tracks} />
        </section>
      )}
    </main>
  );
}

function ArtistNotFound() {
  return (
    <main className="mx-auto grid max-w-xl gap-3 px-4 py-24 text-center">
      <title>Artist Not Found</title>
      <h1 className="text-3xl font-bold">Artist Not Found</h1>
      <p className="text-muted">The requested artist profile could not be found.</p>
    </main>
  );
}
