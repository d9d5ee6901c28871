import { Archive, Download, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { program } from "#server/released.ts";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { sizeText } from "~/shared/size-text";
import { t, translationOf } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useReloading } from "~/ui/use-reloading";
import { requirePasswordAnew } from "~/viewer.server";
import type { Route } from "./+types/backups.route";
import { adminAction, requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import * as texts from "./backup-schema.ts";
import { askForBackup, deleteBackup, linkBackup, type ShownBackup, shownBackups } from "./backups.server";
import { openReports } from "./reports.server";
import { sendAdminAction } from "./send-admin-action.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const [backups, reports] = await Promise.all([
    loadOrNull("the backups", { log, userId }, db.asAdmin(userId).read(shownBackups)),
    openReports({ db }, userId).catch(() => 0),
  ]);
  return { backups, reports, program };
}

export const action = adminAction(texts.backupActionSchema, async (services, admin, form) => {
  switch (form.intent) {
    case "make-backup":
      await askForBackup(services, admin);
      return { done: true };
    case "link-backup": {
      requirePasswordAnew(admin);
      return { link: await linkBackup(services, admin, form.id) };
    }
    case "delete-backup":
      await deleteBackup(services, admin, form.id);
      return { done: true };
  }
});

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args, { "link-backup": t(texts.whyAnew) });
}

/** Backups of the whole site: made, listed, downloaded and deleted. */
export default function Backups({ loaderData: { backups, reports, program } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const isUnderWay = backups?.some(({ state }) => state === "making" || state === "checking") ?? false;
  useReloading(isUnderWay);
  return (
    <AdminTabs open="backups" reports={reports}>
      <div className="grid max-w-3xl grid-cols-1 gap-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 max-w-prose">
            <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg">
              {t("Backups")}
            </h2>
            <p className="text-muted text-sm">
              <Rich
                text="One archive of the database and all files, made beside the running site and then read once more to check every byte. It stays on the server, so keep a copy elsewhere: download it. {command} puts it into a new, empty installation."
                parts={{ command: <Command>{`${program} restore`}</Command> }}
              />
            </p>
          </div>
          <MakeButton isUnderWay={isUnderWay} />
        </div>
        {backups === null && <LoadFailure text={t(texts.loadFailure)} />}
        {backups?.length === 0 && (
          <EmptyState
            icon={Archive}
            title={t("No backup was made here")}
            text={
              <Rich
                text="What {command} writes is not in this list."
                parts={{ command: <Command>{`${program} backup`}</Command> }}
              />
            }
          />
        )}
        {backups && backups.length > 0 && (
          <ul aria-label={t("Backups")} className="grid gap-3">
            {backups.map((backup) => (
              <li key={backup.id} className="rounded-box border border-line bg-surface p-4">
                <Backup backup={backup} program={program} onDelete={() => setDeleting(backup.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <DeleteDialog
        id={deleting}
        intent="delete-backup"
        title={t("Delete this backup?")}
        texts={{ done: t(texts.backupDeleted), failed: t(texts.deleteFailure) }}
        focusAfter={heading}
        onClose={() => setDeleting(null)}
      >
        <p>{t("The archive is removed from the server. Copies that were downloaded stay where they are.")}</p>
      </DeleteDialog>
    </AdminTabs>
  );
}

function MakeButton({ isUnderWay }: { isUnderWay: boolean }) {
  const fetcher = useFetcher<typeof clientAction>();
  const toast = useToast();
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    const failure = t(texts.makeFailure);
    if (isNothingDone(answer)) toast.error(failureText(answer, failure) ?? failure);
  });
  return (
    <fetcher.Form method="post">
      <Button
        type="submit"
        name="intent"
        value="make-backup"
        disabled={isUnderWay}
        pending={fetcher.state !== "idle"}
      >
        {t("Make a backup")}
      </Button>
    </fetcher.Form>
  );
}

function Backup({
  backup,
  program,
  onDelete,
}: {
  backup: ShownBackup;
  /** What an operator types before a command. */
  program: string;
  onDelete(): void;
}) {
  const formats = useFormats();
  const { number, dateTime } = formats;
  const { id, state, created_at, bytes, row_count, file_count, missing_count, failure, askedBy } = backup;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">
            <time dateTime={created_at.toISOString()}>{dateTime(created_at)}</time>
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {askedBy ? <bdi>{askedBy}</bdi> : t("An account that is gone")}
            {state === "done" &&
              `, ${t(
                "{size}: {rowCount, plural, one {{rows} row} other {{rows} rows}}, {fileCount, plural, one {{files} file} other {{files} files}}",
                {
                  size: sizeText(bytes ?? 0, formats),
                  rowCount: row_count ?? 0,
                  rows: number(row_count ?? 0),
                  fileCount: file_count ?? 0,
                  files: number(file_count ?? 0),
                },
              )}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {state === "done" && <DownloadButton id={id} when={dateTime(created_at)} />}
          {(state === "done" || state === "failed") && (
            <Button
              variant="secondary"
              aria-label={t("Delete the backup of {time}", { time: dateTime(created_at) })}
              onClick={onDelete}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              {t("Delete")}
            </Button>
          )}
        </div>
      </div>
      {state === "done" && (
        <p className="text-sm text-success">{t("Checked: every byte is as it was written.")}</p>
      )}
      {state === "done" && (missing_count ?? 0) > 0 && (
        <Alert type="info">
          <Rich
            text="{count, plural, one {{shown} file that rows name was gone from the store already, and is not in it. {command} lists it.} other {{shown} files that rows name were gone from the store already, and are not in it. {command} lists them.}}"
            values={{ count: missing_count ?? 0, shown: number(missing_count ?? 0) }}
            parts={{ command: <Command>{`${program} sweep --dry-run`}</Command> }}
          />
        </Alert>
      )}
      {state === "failed" && (
        <Alert type="error">{failure ? translationOf(failure) : t("It could not be made.")}</Alert>
      )}
      {(state === "making" || state === "checking") && <Progress backup={backup} />}
    </div>
  );
}

function Progress({ backup: { state, done_bytes, expected_bytes } }: { backup: ShownBackup }) {
  const formats = useFormats();
  const what = state === "making" ? t("Making the archive") : t("Checking every byte");
  // What is expected is an estimate, and packed bytes are fewer than those that are read.
  const share = expected_bytes ? Math.min(0.99, done_bytes / expected_bytes) : 0;
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-sm">
        {what}…
      </p>
      <progress aria-label={what} max={1} value={share} className="h-2 w-full accent-accent" />
      <p className="text-muted text-xs tabular-nums">
        {t("{size} so far", { size: sizeText(done_bytes, formats) })}
      </p>
    </div>
  );
}

function DownloadButton({ id, when }: { id: string; when: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  const toast = useToast();
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    const failure = t(texts.downloadFailure);
    if (isNothingDone(answer)) return toast.error(failureText(answer, failure) ?? failure);
    if ("link" in answer && answer.link) location.assign(answer.link);
  });
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="intent"
        value="link-backup"
        variant="secondary"
        aria-label={t("Download the backup of {time}", { time: when })}
        pending={fetcher.state !== "idle"}
      >
        <Download aria-hidden="true" className="size-4" />
        {t("Download")}
      </Button>
    </fetcher.Form>
  );
}

/** What to type: a line breaks between its words, not within its dashes. */
function Command({ children }: { children: string }) {
  return (
    <code className="font-sans">
      {`“${children}”`.split(/(?<= )/).map((word) => (
        <span key={word} className="whitespace-nowrap">
          {word}
        </span>
      ))}
    </code>
  );
}
