import { Music } from "lucide-react";
import { useRef, useState } from "react";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { listAsked } from "~/shared/list-asked";
import { t } from "~/shared/t";
import { EmptyState } from "~/ui/empty-state";
import { LoadFailure } from "~/ui/load-failure";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeTrackAction } from "./commands.server";
import { Library, TracksDeletion } from "./library";
import { MusicTabs } from "./music-tabs";
import { type OwnTrack, ownLibrary } from "./queries.server";
import { filters, loadFailure, orders, trackActionSchema } from "./schema";
import { TrackUpload } from "./track-upload";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const page = pageParam(searchParams);
  const asked = listAsked(searchParams, filters, orders);
  const library = await loadOrNull(
    "the music tracks",
    { log, userId },
    db.asMusician(userId).read((tx) => ownLibrary(tx, userId, page, asked)),
  );
  return { library, page, asked };
}

export const action = ownerAction(trackActionSchema, executeTrackAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function MusicLibrary({ loaderData: { library, page, asked } }: Route.ComponentProps) {
  const top = useRef<HTMLDivElement>(null);
  const [deleting, setDeleting] = useState<OwnTrack[]>([]);
  return (
    <ToolPage
      preview={library && { section: "music" }}
      title={t("Music Library")}
      intro={t("Your tracks, in the order your page plays them.")}
    >
      <div ref={top} tabIndex={-1} className="grid max-w-4xl grid-cols-1 gap-6 outline-none">
        <MusicTabs />
        <TrackUpload />
        {!library && <LoadFailure text={t(loadFailure)} />}
        {library?.count === 0 && (
          <EmptyState
            icon={Music}
            title={t("No tracks yet")}
            text={t(
              "Your tracks play on your bio page and can be shared in messages. Start with the one you are proudest of.",
            )}
          />
        )}
        {library && library.count > 0 && (
          <Library key={page} {...library} page={page} asked={asked} onDelete={setDeleting} />
        )}
      </div>
      <TracksDeletion tracks={deleting} focusAfter={top} onClose={() => setDeleting([])} />
    </ToolPage>
  );
}
