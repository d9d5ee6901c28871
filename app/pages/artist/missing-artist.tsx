import { defaultAppearance } from "~/features/appearance/schema";
import { ArtistLook } from "./artist-look";

/** What stands at an address that no artist has. [1 §2] */
export function MissingArtist() {
  return (
    <main className="mx-auto grid max-w-xl grow content-center gap-3 px-4 py-24 text-center">
      <ArtistLook appearance={defaultAppearance} />
      <title>Artist Not Found</title>
      <h1 className="text-2xl font-bold sm:text-3xl">Artist Not Found</h1>
      <p className="text-muted">The requested artist profile could not be found.</p>
    </main>
  );
}
