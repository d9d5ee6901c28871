import { EyeOff, Music } from "lucide-react";
import { servicesContext } from "~/services.server";
import { formatDuration } from "~/shared/duration";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { ownTracks } from "./queries.server";
import { TrackUpload } from "./track-upload";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  return { tracks: await db.asMusician(userId).read((tx) => ownTracks(tx, userId)) };
}

export default function MusicLibrary({ loaderData: { tracks } }: Route.ComponentProps) {
  return (
    <ToolPage title="Music Library" intro="Your tracks, in the order your page plays them.">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <TrackUpload />
        {tracks.length === 0 ? (
          <EmptyState
            icon={Music}
            title="No tracks yet"
            text="Your tracks play on your bio page and can be shared in messages. Start with the one you are proudest of."
          />
        ) : (
          <Card title={`Your tracks (${tracks.length})`}>
            <ol className="grid divide-y divide-line">
              {tracks.map((track) => (
                <li key={track.id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
                  <div className="flex items-baseline gap-3">
                    <h3 dir="auto" className="min-w-0 grow wrap-anywhere font-semibold">
                      {track.title}
                    </h3>
                    {!track.is_visible && (
                      <span className="inline-flex items-center gap-1 text-muted text-sm">
                        <EyeOff aria-hidden="true" className="size-4" />
                        Hidden
                      </span>
                    )}
                    <span className="text-muted text-sm tabular-nums">{formatDuration(track.duration)}</span>
                  </div>
                  {track.file_url && (
                    // biome-ignore lint/a11y/useMediaCaption: music has no captions
                    <audio
                      controls
                      preload="none"
                      src={track.file_url}
                      aria-label={`Play ${track.title}`}
                      className="h-11 w-full"
                    />
                  )}
                </li>
              ))}
            </ol>
          </Card>
        )}
      </div>
    </ToolPage>
  );
}
