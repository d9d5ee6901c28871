import type { Route } from "./+types/musician-dashboard.route";
import { loadMusicianHome } from "./musician-home.server";
import { MusicianHome } from "./musician-home.tsx";

/** /musician-dashboard: always the musician's home, for admins as well. [1 §2] */
export function loader({ context }: Route.LoaderArgs) {
  return loadMusicianHome(context);
}

export default function MusicianDashboard({ loaderData }: Route.ComponentProps) {
  return <MusicianHome home={loaderData} />;
}
