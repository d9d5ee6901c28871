import { useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { type Picture, squarePlace } from "~/shared/picture";
import { msg, t } from "~/shared/t";
import { unreadableImageText } from "~/shared/upload-limits";
import { Button } from "~/ui/button";
import { CancelButton, ConfirmDialog, Dialog, DialogFoot, useUnsavedInDialog } from "~/ui/dialog";
import { DropZone } from "~/ui/drop-zone";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { UploadList, useQueuedUploads, useUploads } from "~/ui/uploads";
import { useAnswer } from "~/ui/use-answer";
import * as texts from "./schema";

interface Chosen {
  file: File;
  /** An object URL, released when another is chosen or the dialog closes. */
  preview: string;
}

/** What the cover is for. */
interface Covered {
  id: string;
  title: string;
  cover: Picture | null;
}

/** What differs between the covers of tracks and of releases. */
const covers = {
  track: {
    upload: "track-cover",
    remove: "remove-cover",
    where: msg("It shows beside the track and on locked phones while it plays."),
    afterwards: msg("The track shows without a picture again. This cannot be undone."),
  },
  release: {
    upload: "release-cover",
    remove: "remove-release-cover",
    where: msg(
      "It shows with the release, and on locked phones while tracks without a cover of their own play.",
    ),
    afterwards: msg("The release shows without a picture again. This cannot be undone."),
  },
} as const;

type Kind = keyof typeof covers;

/**
 * Gives a track or a release its cover art, shows it before it is sent, and takes it away again. [2 §2, §5]
 * @param covered null while it is closed
 */
export function CoverDialog({
  kind,
  covered,
  onClose,
}: {
  kind: Kind;
  covered: Covered | null;
  onClose(): void;
}) {
  return (
    <Dialog open={covered !== null} onClose={onClose} title={t("Cover art")}>
      {covered && <CoverForm kind={kind} covered={covered} onClose={onClose} />}
    </Dialog>
  );
}

function CoverForm({
  kind,
  covered: { id, title, cover },
  onClose,
}: {
  kind: Kind;
  covered: Covered;
  onClose(): void;
}) {
  const { upload, where } = covers[kind];
  const uploads = useUploads(upload);
  const isSending = useQueuedUploads(uploads).length > 0;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const { revalidate } = useRevalidator();
  const toast = useToast();

  useUnsavedInDialog(chosen !== null && !isSending);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.preview)), [chosen]);

  const choose = async ([file]: File[]) => {
    if (!file) return;
    const problem = texts.coverFileProblem(file) ?? (await squareProblemOf(file));
    if (problem) toast.error(problem);
    else setChosen({ file, preview: URL.createObjectURL(file) });
  };
  const send = ({ file }: Chosen) =>
    uploads.add([file], {
      about: { [kind]: id },
      async done() {
        onClose();
        await revalidate();
        toast.success(t(texts.coverUploaded));
      },
      failed(_, reason) {
        toast.error(texts.coverFailure(reason));
        // The picture is still here, and the button that sends it; where the server is out of reach it goes by itself.
        for (const { id, state, isLost } of uploads.items()) {
          if (state === "failed" && !isLost) uploads.remove(id);
        }
      },
    });

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="-mt-2 text-muted text-sm">
        <Rich
          text="For {title}.|a track or a release"
          parts={{ title: <bdi className="wrap-anywhere font-semibold text-foreground">{title}</bdi> }}
        />{" "}
        {t(where)}
      </p>
      <DropZone
        title={
          chosen || cover
            ? t("Choose another picture, or drop it here")
            : t("Choose a picture, or drop it here")
        }
        hint={t("Square, such as 800x800px · smaller than 10MB")}
        accept="image/*"
        disabled={isSending}
        onFiles={choose}
      >
        {chosen ? (
          <img
            src={chosen.preview}
            alt={t("As it will look")}
            width={192}
            height={192}
            className="size-48 rounded-box object-cover"
          />
        ) : (
          cover && (
            <Photo
              picture={cover}
              places={squarePlace(12)}
              alt={t("Cover art of {title}", { title })}
              className="size-48 rounded-box object-cover"
            />
          )
        )}
      </DropZone>
      <UploadList kind={upload} onArrived={revalidate} />
      <DialogFoot>
        {cover && (
          <Button variant="quiet" className="me-auto" onClick={() => setIsRemoving(true)}>
            {t("Remove cover art")}
          </Button>
        )}
        <CancelButton>{isSending ? t("Close") : t("Cancel")}</CancelButton>
        <Button
          disabled={!chosen}
          pending={isSending}
          pendingText={t("Uploading...")}
          onClick={() => chosen && send(chosen)}
        >
          {t("Save cover art")}
        </Button>
      </DialogFoot>
      <RemoveCover kind={kind} id={id} open={isRemoving} onClose={() => setIsRemoving(false)} />
    </div>
  );
}

function RemoveCover({
  kind,
  id,
  open,
  onClose,
}: {
  kind: Kind;
  id: string;
  open: boolean;
  onClose(): void;
}) {
  const { remove, afterwards } = covers[kind];
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    const failure = t(texts.failureTexts["remove-cover"]);
    if (isNothingDone(answer)) return toast.error(failureText(answer, failure) ?? failure);
    toast.success(t(texts.coverRemoved));
    onClose();
  });
  return (
    <ConfirmDialog
      open={open}
      title={t("Remove cover art")}
      confirmText={t("Remove")}
      pending={isBusy}
      pendingText={t("Removing...")}
      onClose={() => !isBusy && onClose()}
      onConfirm={() => fetcher.submit({ intent: remove, id }, { method: "post" })}
    >
      <p>{t(afterwards)}</p>
    </ConfirmDialog>
  );
}

/** Decodes the picture, turned upright as it will be seen. */
async function squareProblemOf(file: File): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    picture.close();
    return texts.squareProblem(width, height);
  } catch {
    return t(unreadableImageText);
  }
}
