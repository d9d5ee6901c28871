import { Download, FileText, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { ToolPage } from "~/ui/tool-page";
import { restoring } from "~/ui/undo";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { deletePressKit } from "./commands.server";
import { PressKitUpload } from "./press-kit-upload";
import { type OwnPressKit, ownPressKit } from "./queries.server";
import * as texts from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const loaded = await loadOrNull(
    "the press kit",
    { log, userId },
    db.asMusician(userId).read(async (tx) => ({ kit: await ownPressKit(tx, userId) })),
  );
  return { loaded, origin: config.origin };
}

export const action = ownerAction(texts.pressKitActionSchema, async (services, userId, { id }) => {
  await deletePressKit(services, userId, id);
  return { deleted: true };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function PressKitTool({ loaderData: { loaded, origin } }: Route.ComponentProps) {
  const zone = useRef<HTMLDivElement>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const kit = loaded?.kit ?? null;
  return (
    <ToolPage
      preview={loaded && { section: "press-kit" }}
      title={t("Press Kit")}
      intro={t(
        "One PDF for promoters and press, on your bio page: who you are, pictures to print, how to reach you.",
      )}
    >
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        {!loaded && <LoadFailure text={t(texts.loadFailure)} />}
        {kit && <CurrentKit kit={kit} origin={origin} onDelete={() => setIsDeleting(true)} />}
        {loaded && !kit && (
          <EmptyState
            icon={FileText}
            title={t("No press kit yet")}
            text={t(
              "People who book you or write about you look for one file with everything in it. Add yours, and your page has it at once.",
            )}
          />
        )}
        <div ref={zone} tabIndex={-1} className="outline-none">
          <PressKitUpload isReplacing={kit !== null} />
        </div>
      </div>
      <DeleteDialog
        id={isDeleting && kit ? kit.id : null}
        intent="delete-press-kit"
        title={t("Delete press kit")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        undo={restoring}
        focusAfter={zone}
        onClose={() => setIsDeleting(false)}
      >
        <p>
          <Rich
            text="“{file}” goes from your page, and links to it lead nowhere. You can bring it back for 30 days."
            parts={{ file: <bdi>{kit?.file_name}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}

function CurrentKit({
  kit: { file_name, file_url, file_size, created_at, link },
  origin,
  onDelete,
}: {
  kit: OwnPressKit;
  origin: string;
  onDelete(): void;
}) {
  const { date } = useFormats();
  return (
    <Card title={t("Your press kit")}>
      <div className="flex items-start gap-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-box bg-sunken">
          <FileText aria-hidden="true" className="size-7" />
        </span>
        <div className="min-w-0">
          <p dir="auto" className="wrap-anywhere font-semibold">
            {file_name}
          </p>
          <p className="text-muted text-sm tabular-nums">
            <Rich
              text="{size} · added {date}"
              values={{ size: texts.megabytes(file_size) }}
              parts={{ date: <time dateTime={created_at.toISOString()}>{date(created_at, "long")}</time> }}
            />
          </p>
          <p className="wrap-anywhere mt-2 text-sm" dir="ltr">
            {`${origin}${link}`}
          </p>
          <p className="text-muted text-sm">
            {link === file_url
              ? t("Once you have saved your profile, your press kit has a link that stays the same.")
              : t("This link stays the same when you replace the file.")}
          </p>
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={`${origin}${link}`} texts={{ done: t(texts.copied), failed: t(texts.copyFailure) }}>
          {t("Copy link")}
        </CopyButton>
        {/* To be copied by hand as well, where the browser keeps the clipboard to itself. */}
        <a
          href={link}
          download={file_name}
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-box border border-edge bg-surface px-3 font-semibold text-foreground text-sm hover:bg-sunken sm:px-4"
        >
          <Download aria-hidden="true" className="size-4" />
          {t("Download")}
        </a>
        <Button variant="quiet" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
          {t("Delete")}
        </Button>
      </div>
    </Card>
  );
}
