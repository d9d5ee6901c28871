import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { AdminHome } from "./admin-home.tsx";
import { loadMusicianHome } from "./musician-home.server";
import { MusicianHome } from "./musician-home.tsx";

/** /dashboard: the admin's desk for whoever may use it, the musician's home for everyone else. [1 §2] */
export async function loader({ context }: Route.LoaderArgs) {
  const { isAdmin } = requireViewer(context);
  return { home: isAdmin ? null : await loadMusicianHome(context) };
}

export default function Dashboard({ loaderData: { home } }: Route.ComponentProps) {
  return home ? <MusicianHome home={home} /> : <AdminHome />;
}
