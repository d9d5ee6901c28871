import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { DeleteDialog } from "~/ui/delete-dialog";
import { CancelButton, Dialog, DialogFoot, useUnsavedInDialog } from "~/ui/dialog";
import { DropZone } from "~/ui/drop-zone";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { UploadList, useQueuedUploads, useUploads } from "~/ui/uploads";
import type { OwnLink } from "./queries.server";
import * as texts from "./schema.ts";

const kind = "link-picture";

/**
 * Gives a link a picture, shows it before it is sent, and takes it away again.
 * @param link null while it is closed
 */
export function PictureDialog({ link, onClose }: { link: OwnLink | null; onClose(): void }) {
  return (
    <Dialog open={link !== null} onClose={onClose} title={t("Picture")}>
      {link && <PictureForm link={link} onClose={onClose} />}
    </Dialog>
  );
}

interface Chosen {
  file: File;
  /** An object URL, released when another is chosen or the dialog closes. */
  preview: string;
}

function PictureForm({ link: { id, title, picture }, onClose }: { link: OwnLink; onClose(): void }) {
  const uploads = useUploads(kind);
  const isSending = useQueuedUploads(uploads).length > 0;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const { revalidate } = useRevalidator();
  const toast = useToast();

  useUnsavedInDialog(chosen !== null && !isSending);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.preview)), [chosen]);

  const choose = ([file]: File[]) => {
    if (!file) return;
    const problem = texts.pictureProblem(file);
    if (problem) toast.error(problem);
    else setChosen({ file, preview: URL.createObjectURL(file) });
  };
  const send = ({ file }: Chosen) =>
    uploads.add([file], {
      about: { link: id },
      async done() {
        onClose();
        await revalidate();
        toast.success(t(texts.pictureSaved));
      },
      failed(_, reason) {
        toast.error(texts.pictureFailure(reason));
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
          text="For {title}. It shows on the button in the icon's place, cropped to a square."
          parts={{ title: <bdi className="wrap-anywhere font-semibold text-foreground">{title}</bdi> }}
        />
      </p>
      <DropZone
        title={
          chosen || picture
            ? t("Choose another picture, or drop it here")
            : t("Choose a picture, or drop it here")
        }
        hint={t("Smaller than 10MB")}
        accept="image/*"
        disabled={isSending}
        onFiles={choose}
      >
        {chosen ? (
          <img
            src={chosen.preview}
            alt={t("As it will look")}
            width={128}
            height={128}
            className="size-32 rounded-box object-cover"
          />
        ) : (
          picture && (
            <Photo
              picture={picture}
              places={squarePlace(8)}
              alt={t("Picture of {title}", { title })}
              className="size-32 rounded-box object-cover"
            />
          )
        )}
      </DropZone>
      <UploadList kind={kind} onArrived={revalidate} />
      <DialogFoot>
        {picture && (
          <Button variant="quiet" className="me-auto" onClick={() => setIsRemoving(true)}>
            {t("Remove picture")}
          </Button>
        )}
        <CancelButton ref={cancel}>{isSending ? t("Close") : t("Cancel")}</CancelButton>
        <Button
          disabled={!chosen}
          pending={isSending}
          pendingText={t("Uploading...")}
          onClick={() => chosen && send(chosen)}
        >
          {t("Save picture")}
        </Button>
      </DialogFoot>
      <DeleteDialog
        id={isRemoving ? id : null}
        intent="remove-link-picture"
        title={t("Remove picture")}
        button={{ text: t("Remove"), pending: t("Removing...") }}
        texts={{ done: t(texts.pictureRemoved), failed: t(texts.pictureRemoveFailure) }}
        focusAfter={cancel}
        onClose={() => setIsRemoving(false)}
      >
        <p>{t("The link shows its icon again. This cannot be undone.")}</p>
      </DeleteDialog>
    </div>
  );
}
