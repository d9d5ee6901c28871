import { ArchiveRestore, RotateCcw, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { type FetcherWithComponents, Link, useFetcher } from "react-router";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { IconButton } from "~/ui/icon-button";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
import { ToolPage } from "~/ui/tool-page";
import { useUndoAnswer } from "~/ui/undo";
import { useFocusAfter } from "~/ui/use-focus-after";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeRecentlyDeletedAction } from "./commands.server";
import { ownDeleted } from "./queries.server";
import * as texts from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const page = pageParam(new URL(request.url).searchParams);
  const own = await loadOrNull(
    "what was deleted",
    { log, userId },
    db.asMusician(userId).read((tx) => ownDeleted(tx, userId, page)),
  );
  return { own, page };
}

export const action = ownerAction(texts.recentlyDeletedSchema, executeRecentlyDeletedAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** What was deleted in the last 30 days, to be brought back or to go for good. Only its owner sees it. */
export default function RecentlyDeleted({ loaderData: { own, page } }: Route.ComponentProps) {
  const list = useRef<HTMLDivElement>(null);
  // Not the rows': they go with what is restored.
  const restoring = useFetcher<unknown>();
  const isBusy = restoring.state !== "idle";
  useUndoAnswer(isBusy ? undefined : restoring.data);
  useFocusAfter(isBusy, list);
  const [purging, setPurging] = useState<Deleted | null>(null);
  const [emptiedTo, setEmptiedTo] = useState<string | null>(null);
  return (
    <ToolPage
      title={t("Recently deleted")}
      intro={t(
        "What you delete can be brought back for {days} days. Nobody else sees it, and its files are out of reach; until it goes for good they count as used space.",
        { days: texts.keptDays },
      )}
    >
      <div ref={list} tabIndex={-1} className="grid max-w-4xl grid-cols-1 gap-6 outline-none">
        {!own && <LoadFailure text={t(texts.loadFailure)} />}
        {own?.count === 0 && (
          <EmptyState
            icon={ArchiveRestore}
            title={t("Nothing was deleted lately")}
            text={t(
              "Tracks, photos, videos, events, links and press kits that you delete wait here, so that a slip costs nothing.",
            )}
          />
        )}
        {own && own.count > 0 && (
          <Card title={t("Deleted ({count})", { count: own.count })}>
            <ul aria-label={t("Recently deleted")} className="grid grid-cols-1 divide-y divide-line">
              {own.items.map((item) => (
                <li key={item.id} className={own.items.length < 100 ? "" : "lazy-row"}>
                  <DeletedRow item={item} restoring={restoring} onPurge={() => setPurging(item)} />
                </li>
              ))}
            </ul>
            <PageLinks page={page} pages={own.pages} to={(page) => `?page=${page}`} />
            <div className="mt-4 border-line border-t pt-4">
              <Button variant="secondary" onClick={() => setEmptiedTo(own.newest?.toISOString() ?? null)}>
                <Trash2 aria-hidden="true" className="size-4" />
                {t("Empty|verb")}
              </Button>
            </div>
          </Card>
        )}
        {own && own.releases > 0 && (
          <p className="text-sm">
            <Rich
              text="{count, plural, one {A deleted release waits among {releases}.} other {# deleted releases wait among {releases}.}}"
              values={{ count: own.releases }}
              parts={{
                releases: (
                  <Link to="/music/releases" className="font-semibold underline">
                    {t("your releases")}
                  </Link>
                ),
              }}
            />
          </p>
        )}
      </div>
      <DeleteDialog
        id={purging?.id ?? null}
        intent="purge"
        title={t("Delete for good")}
        texts={{ done: t("Deleted for good"), failed: t(texts.purgeFailure) }}
        button={{ text: t("Delete now"), pending: t("Deleting...") }}
        focusAfter={list}
        onClose={() => setPurging(null)}
      >
        <p className="wrap-anywhere">
          {purging && (
            <Rich
              text="{item} goes for good, its files as well. This cannot be undone."
              parts={{ item: <bdi>{texts.nameOf(purging)}</bdi> }}
            />
          )}
        </p>
      </DeleteDialog>
      <DeleteDialog
        id={emptiedTo}
        intent="empty"
        title={t("Empty Recently deleted")}
        texts={{ done: t("Recently deleted is empty"), failed: t(texts.purgeFailure) }}
        button={{ text: t("Empty|verb"), pending: t("Deleting...") }}
        focusAfter={list}
        onClose={() => setEmptiedTo(null)}
      >
        <p>
          {t(
            "{count, plural, one {One item goes for good, files as well. This cannot be undone.} other {All # items go for good, files as well. This cannot be undone.}}",
            { count: own?.count ?? 0 },
          )}
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}

type Deleted = Awaited<ReturnType<typeof ownDeleted>>["items"][number];

function DeletedRow({
  item,
  restoring,
  onPurge,
}: {
  item: Deleted;
  restoring: FetcherWithComponents<unknown>;
  onPurge(): void;
}) {
  const { id, kind, name, deleted_at, daysLeft } = item;
  const label = name || t("Photo without a caption");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <h3 dir="auto" className={`wrap-anywhere font-semibold leading-tight ${name ? "" : "text-muted"}`}>
          {label}
        </h3>
        <p className="mt-0.5 text-muted text-sm">
          {t(texts.kinds[kind].name)} · <Age at={deleted_at.toISOString()} /> ·{" "}
          <span className="whitespace-nowrap">
            {t("{count, plural, one {# day left} other {# days left}}", { count: daysLeft })}
          </span>
        </p>
      </div>
      <div className="ms-auto flex items-center">
        <restoring.Form method="post">
          <input type="hidden" name="intent" value="restore" />
          <input type="hidden" name="ids" value={id} />
          <Button
            type="submit"
            variant="secondary"
            pending={restoring.formData?.get("ids") === id}
            disabled={restoring.state !== "idle"}
            aria-label={t("Restore {name}", { name: label })}
          >
            <RotateCcw aria-hidden="true" className="size-4" />
            {t("Restore")}
          </Button>
        </restoring.Form>
        <IconButton
          icon={Trash2}
          label={t("Delete {name} now", { name: label })}
          onClick={onPurge}
          isDangerous
        />
      </div>
    </div>
  );
}
