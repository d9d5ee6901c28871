import type { ReactNode } from "react";
import { videoActions } from "~/features/video/actions.server";
import { VideosTool } from "~/features/video/dashboard";
import { ownVideos } from "~/features/video/queries.server";
import { loadOrNull } from "~/loaders.server";
import { IconSprite } from "~/public-ui/icon";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/videos.route";
import { formActions } from "./form-actions.server";
import { ArtistFrame } from "./links/artist-frame.tsx";
import { ownLook } from "./links/own-look.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, log } = services;
  const { userId } = requireViewer(context);
  const musician = db.asMusician(userId);
  const [look, videos] = await Promise.all([
    ownLook(services, userId),
    loadOrNull(
      "the videos",
      { log, userId },
      musician.read((tx) => ownVideos(tx, userId)),
    ),
  ]);
  return { look, videos };
}

export const action = formActions(videoActions);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function Videos({ loaderData: { look, videos } }: Route.ComponentProps) {
  const renderAsPublic = (content: ReactNode) => (
    <ArtistFrame look={look} isSection={false}>
      {content}
    </ArtistFrame>
  );
  return (
    <ToolPage
      title="Video Gallery"
      intro="The videos on your bio page: the primary one first, then in your own order."
    >
      <IconSprite />
      <VideosTool videos={videos} renderAsPublic={renderAsPublic} />
    </ToolPage>
  );
}
