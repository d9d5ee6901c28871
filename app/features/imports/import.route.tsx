import { useEffect, useRef, useState } from "react";
import { Link, useFetcher, useNavigate, useRevalidator } from "react-router";
import { z } from "zod";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { archiveLimitBytes } from "~/shared/upload-limits";
import { Age } from "~/ui/age";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DropZone } from "~/ui/drop-zone";
import { TextAreaField } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { refuseSuspendedForm, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/import.route";
import { executeImportAction } from "./commands.server";
import { FolderButton } from "./folder-button.tsx";
import { packedFolder } from "./packed-folder.ts";
import { PlanCard } from "./plan-card.tsx";
import { ownImport, ownImports } from "./queries.server";
import { fileLimitBytes, goneText, importActionSchema, loadFailure } from "./schema";
import { TakenCard } from "./taken-card.tsx";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId, suspension } = requireViewer(context);
  const asked = z.uuid().safeParse(new URL(request.url).searchParams.get("import"));
  const own = await loadOrNull(
    "the imports",
    { log, userId },
    db.asMusician(userId).read(async (tx) => ({
      imports: await ownImports(tx, userId),
      open: asked.success ? ((await ownImport(tx, userId, asked.data)) ?? null) : null,
    })),
  );
  return { own, isAsked: asked.success, isSuspended: suspension !== undefined };
}

const act = ownerAction(importActionSchema, executeImportAction);

export function action(args: Route.ActionArgs) {
  refuseSuspendedForm(requireViewer(args.context));
  return act(args);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** Brings in what a musician has elsewhere: a file or pasted text, then its preview, then an undo for a day. */
export default function Import({ loaderData: { own, isAsked, isSuspended } }: Route.ComponentProps) {
  if (isSuspended) return <Alert type="info">{t("A suspended account brings nothing in.")}</Alert>;
  if (!own) return <LoadFailure text={t(loadFailure)} />;
  return <ImportScreen {...own} isAsked={isAsked} />;
}

type Own = NonNullable<Route.ComponentProps["loaderData"]["own"]>;

function ImportScreen({ open, imports, isAsked }: Own & { isAsked: boolean }) {
  const screen = useRef<HTMLDivElement>(null);
  const state = open && [open.id, open.takenAt, open.undoneAt, open.waiting > 0].join();
  const seen = useRef({ id: open?.id, state });
  // The button that was pressed has gone with what it was about. What one has gone on to meanwhile keeps the focus.
  useEffect(() => {
    const { current: before } = seen;
    if (before.state === state) return;
    seen.current = { id: open?.id, state };
    if (open?.id !== before.id || document.activeElement === document.body) screen.current?.focus();
  }, [state, open?.id]);
  return (
    <div ref={screen} tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none">
      {isAsked && !open && <Alert type="info">{t(goneText)}</Alert>}
      {open?.takenAt === null && <PlanCard key={open.id} open={open} />}
      {open?.takenAt && <TakenCard open={open} takenAt={open.takenAt} />}
      <SourceCard key={`source ${open?.id}`} />
      {imports.length > 0 && <ImportList imports={imports} openId={open?.id} />}
    </div>
  );
}

const pathOf = (id: string) => `/account/import?import=${id}`;

function SourceCard() {
  return (
    <Card title={t("Bring something in")}>
      <p className="mb-5 text-muted text-sm">
        {t(
          "Nothing comes in before you have seen it. The file alone is read: nothing is fetched from elsewhere.",
        )}
      </p>
      <div className="grid gap-6">
        <FileSource />
        <PasteForm />
      </div>
    </Card>
  );
}

const arrivedSchema = z.object({ import: z.uuid() });

function FileSource() {
  const uploads = useUploads("import");
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const [isPacking, setPacking] = useState(false);
  const sendFolder = async (files: File[]) => {
    setPacking(true);
    const packed = await packedFolder(files).finally(() => setPacking(false));
    if ("problem" in packed) toast.error(packed.problem);
    else send([packed.zip]);
  };
  const send = (files: File[]) => {
    uploads.add(files, {
      async done(_, answer) {
        const arrived = arrivedSchema.safeParse(answer);
        await (arrived.success ? navigate(pathOf(arrived.data.import)) : revalidate());
      },
      failed: (_, reason) => toast.error(reason),
    });
  };
  return (
    <div className="grid gap-3">
      <DropZone
        title={t("Choose a file, or drop it here")}
        hint={t(
          "Links: a saved page of Linktree or LinkStack. Subscribers: a CSV of Mailchimp, Bandcamp, Substack, Ghost, Kit. Dates: a calendar (ICS) or a CSV. At most {megabytes} MB. Sounds and photos, or the archive of a Handbill account: a zip of at most {gigabytes} GB.",
          { megabytes: fileLimitBytes / 1024 / 1024, gigabytes: archiveLimitBytes / 1024 ** 3 },
        )}
        accept=".html,.htm,.json,.csv,.tsv,.txt,.ics,.zip,text/html,application/json,text/csv,text/plain,text/calendar,application/zip"
        onFiles={send}
      />
      <FolderButton isBusy={isPacking} onFiles={sendFolder} />
      <UploadList kind="import" onArrived={revalidate} />
    </div>
  );
}

const pasteSchema = importActionSchema.options[0];

function PasteForm() {
  const fetcher = useFetcher<NothingDone | { opened: string }>();
  const navigate = useNavigate();
  const toast = useToast();
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const found = refused && { ...refused.errors, text: refused.errors.text ?? refused.errors.file ?? "" };
  const { errors, formProps } = useFormErrors(pasteSchema, found);
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : answer, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, t("Failed to read this"));
      if (text) toast.error(text);
    } else navigate(pathOf(answer.opened));
  });
  return (
    <fetcher.Form method="post" {...formProps} className="grid justify-items-start gap-4">
      <input type="hidden" name="intent" value="paste-import" />
      <div className="w-full">
        <TextAreaField
          label={t("Or paste it here")}
          name="text"
          rows={4}
          error={errors.text || undefined}
          dir="auto"
          spellCheck={false}
        />
      </div>
      <Button type="submit" variant="secondary" pending={isBusy} pendingText={t("Reading...")}>
        {t("Show what is in it")}
      </Button>
    </fetcher.Form>
  );
}

function ImportList({ imports, openId }: Pick<Own, "imports"> & { openId: string | undefined }) {
  const { number } = useFormats();
  return (
    <Card title={t("Imports of the last day")}>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {imports.map(({ id, name, created_at, taken_at, undone_at, made }) => (
          <li key={id} className="py-3">
            <Link
              to={pathOf(id)}
              aria-current={id === openId ? "true" : undefined}
              dir="auto"
              className="wrap-anywhere font-semibold underline"
            >
              {name}
            </Link>
            <p className="mt-0.5 text-muted text-sm">
              {undone_at
                ? t("Undone")
                : taken_at
                  ? t("Taken, {count, plural, one {{shown} row} other {{shown} rows}}", {
                      count: made,
                      shown: number(made),
                    })
                  : t("Not taken yet")}{" "}
              · <Age at={(undone_at ?? taken_at ?? created_at).toISOString()} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
