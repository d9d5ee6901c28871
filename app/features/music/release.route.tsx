import { useState } from "react";
import { Link, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { artistPath, releasePath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { LoadFailure } from "~/ui/load-failure";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/release.route";
import { ReleaseForm } from "./release-form";
import { ReleaseNews } from "./release-news";
import { Publication } from "./release-publication";
import { ReleaseTracks } from "./release-tracks";
import { executeReleaseAction, saveRelease } from "./releases-commands.server";
import { ownRelease } from "./releases-queries.server";
import * as texts from "./releases-schema";
import { trackIdSchema } from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ params: { releaseId }, context }: Route.LoaderArgs) {
  const { db, config, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const release = trackIdSchema.safeParse(releaseId).success
    ? await loadOrNull(
        "the release",
        { log, userId },
        db.asMusician(userId).read((tx) => ownRelease(tx, userId, releaseId)),
      )
    : undefined;
  if (release === undefined) throw new AppError("not-found", t(texts.releaseGone));
  const artist = release && artistPath({ artistName: release.artist_name, customUrl: release.custom_url });
  const sendsMail = config.smtpUrl !== undefined;
  return {
    release,
    sendsMail,
    address: release && artist && config.origin + releasePath(artist, release.slug),
  };
}

export const action = ownerAction(texts.releaseActionSchema, async (services, userId, form) => {
  if (form.intent === "save-release") {
    await saveRelease(services, userId, form);
    return { done: form.intent, hidden: 0, stored: texts.releaseValues(form) };
  }
  const { hidden } = await executeReleaseAction(services, userId, form);
  // Its own screen could only say that it does not exist any more.
  if (form.intent === "delete-release")
    throw redirect(`/music/releases?deleted=${form.id}${hidden > 0 ? "&hidden" : ""}`, 303);
  return { done: form.intent, hidden };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** One release: when it is public, its tracks, and what is said of it. */
export default function Release({ loaderData: { release, address, sendsMail } }: Route.ComponentProps) {
  const [hasChanges, setHasChanges] = useState(false);
  return (
    <ToolPage title={release?.title ?? t("Release")} preview={release && { section: "latest" }}>
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <Link to="/music/releases" className="inline-flex min-h-11 items-center justify-self-start text-link">
          {t("All releases")}
        </Link>
        {!release && <LoadFailure text={t(texts.releaseLoadFailure)} />}
        {release && (
          <>
            <Publication key={release.id} release={release} address={address} hasChanges={hasChanges} />
            <ReleaseNews release={release} sendsMail={sendsMail} />
            <ReleaseTracks release={release} />
            <ReleaseForm key={`${release.id} form`} release={release} onChanges={setHasChanges} />
          </>
        )}
      </div>
    </ToolPage>
  );
}
