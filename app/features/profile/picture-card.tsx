import { Move, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { type Sending, sendFile } from "~/client/send-file";
import type { Picture } from "~/shared/picture";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { DropZone } from "~/ui/drop-zone";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import type { Crop } from "./crop.ts";
import { croppedFile, type OpenedPicture, openPicture, storedFile } from "./opened-picture.ts";
import {
  deletedText,
  notDeletedText,
  notUpdatedText,
  type PictureKind,
  pictureKinds,
  savedText,
  uploadFailedText,
} from "./picture-kinds.ts";
import { PositionDialog } from "./position-dialog.tsx";
import { imageExtensions, imageFileProblem } from "./schema.ts";

/**
 * One of the profile's two pictures: choosing, positioning, sending, removing. A picture that is chosen before there is
 * a profile waits for it on this screen. [2 §2, §4 Image save flow]
 */
export function PictureCard({
  kind,
  picture,
  hasProfile,
  isBare = false,
  children,
  below,
}: {
  kind: PictureKind;
  /** The one that the profile has. */
  picture: Picture | null;
  hasProfile: boolean;
  /** Without the sheet and its title, where something else names it. */
  isBare?: boolean;
  /** Shows the picture, or its empty place; the small one within the drop zone. */
  children(shown: Picture | null): ReactNode;
  /** What belongs to it, under its buttons. */
  below?(shown: Picture | null): ReactNode;
}) {
  const { label } = pictureKinds[kind];
  const name = label.toLowerCase();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [isOpening, setIsOpening] = useState(false);
  const [opened, setOpened] = useState<(OpenedPicture & { file: File; crop?: Crop }) | null>(null);
  const [waiting, setWaiting] = useState<{ file: File; picture: Picture } | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  /** What was chosen on this screen, whole, and which part of it shows. */
  const original = useRef<{ file: File; crop?: Crop }>(null);
  const { percent, send, stop } = useSending(kind);

  useEffect(() => () => opened?.bitmap.close(), [opened]);
  useEffect(() => {
    if (waiting) return () => URL.revokeObjectURL(waiting.picture.src);
  }, [waiting]);

  const choose = (file: File) => {
    const problem = imageFileProblem(file);
    if (problem) return toast.error(problem);
    return open(async () => ({ file }));
  };

  /** What was chosen here is still whole; of an earlier one there is what the page shows. */
  const move = () =>
    open(async () => original.current ?? { file: await storedFile(picture?.src ?? "", kind) });

  const open = async (find: () => Promise<{ file: File; crop?: Crop }>) => {
    if (isOpening) return;
    setIsOpening(true);
    try {
      const found = await find();
      const { bitmap, size } = await openPicture(found.file);
      setOpened({ bitmap, size, ...found });
    } catch (error) {
      toast.error(messageOf(error) ?? notUpdatedText(kind));
    } finally {
      setIsOpening(false);
    }
  };

  const deliver = (file: File) =>
    send(file, {
      async done() {
        setOpened(null);
        setWaiting(null);
        await revalidate();
        toast.success(savedText(kind));
      },
      failed: (reason) => toast.error(reason || uploadFailedText),
    });

  const save = async (crop: Crop) => {
    if (!opened) return;
    try {
      const file = await croppedFile(kind, opened, crop);
      original.current = { file: opened.file, crop };
      if (hasProfile) return deliver(file);
      const src = URL.createObjectURL(file);
      setWaiting({ file, picture: { src, ...pictureKinds[kind].frame, widths: [], colour: "#808080" } });
      setOpened(null);
    } catch {
      toast.error(notUpdatedText(kind));
    }
  };

  const current = waiting?.picture ?? picture;
  const shown = children(current);
  // The profile has just been saved for the first time.
  const isDue = hasProfile && waiting !== null;
  const deliverWaiting = useEffectEvent(() => waiting && deliver(waiting.file));
  useEffect(() => {
    if (isDue) deliverWaiting();
  }, [isDue]);

  return (
    <Sheet {...(!isBare && { title: label })}>
      <div className="grid grid-cols-1 gap-5">
        {kind === "cover" && shown}
        {waiting && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-sunken p-3 text-sm">
            <p role="status" className="min-w-0 grow basis-60 px-1">
              {percent !== null
                ? `Uploading... ${Math.round(percent)}%`
                : hasProfile
                  ? `Your ${name} is not saved yet.`
                  : `Your ${name} is ready. It will be saved together with your profile.`}
            </p>
            {percent === null && (
              <div className="flex flex-wrap gap-2">
                {hasProfile && <Button onClick={() => deliver(waiting.file)}>Try again</Button>}
                <Button variant="secondary" onClick={() => setWaiting(null)}>
                  Discard
                </Button>
              </div>
            )}
          </div>
        )}
        <div ref={zone} tabIndex={-1}>
          <DropZone
            title={isOpening ? "Opening the picture..." : `Choose a ${name}, or drop it here`}
            hint={`${imageExtensions.map((extension) => extension.toUpperCase()).join(", ")} · at most 10MB`}
            accept={imageExtensions.map((extension) => `.${extension}`).join(",")}
            disabled={waiting !== null && percent !== null}
            onFiles={([file]) => file && choose(file)}
          >
            {kind === "avatar" ? shown : isOpening ? <Spinner size="lg" /> : undefined}
          </DropZone>
        </div>
        {current && percent === null && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" disabled={isOpening} onClick={move}>
              <Move aria-hidden="true" className="size-4" />
              {`Move ${name}`}
            </Button>
            {!waiting && (
              <Button variant="secondary" onClick={() => setIsDeleting(true)}>
                <Trash2 aria-hidden="true" className="size-4" />
                {`Delete ${name}`}
              </Button>
            )}
          </div>
        )}
        {below?.(current)}
      </div>
      <DeleteDialog
        id={isDeleting ? kind : null}
        intent="delete-picture"
        title={`Delete your ${name}?`}
        texts={{ done: deletedText(kind), failed: notDeletedText(kind) }}
        focusAfter={zone}
        onClose={() => setIsDeleting(false)}
      >
        Your page will be without it at once.
      </DeleteDialog>
      {opened && (
        <PositionDialog
          kind={kind}
          picture={opened}
          first={opened.crop}
          percent={percent}
          onSave={save}
          onStop={stop}
          onClose={() => setOpened(null)}
        />
      )}
    </Sheet>
  );
}

function Sheet({ title, children }: { title?: string; children: ReactNode }) {
  return title ? <Card title={title}>{children}</Card> : <div>{children}</div>;
}

/** Sends one picture at a time. */
function useSending(kind: PictureKind) {
  const sending = useRef<Sending>(null);
  /** Of the bytes; null while nothing is sent. */
  const [percent, setPercent] = useState<number | null>(null);

  const end = () => {
    sending.current = null;
    setPercent(null);
  };
  // Nothing of it is on the screen any more that could be gone on with.
  useEffect(() => () => sending.current?.discard(), []);

  return {
    percent,
    send(file: File, on: { done(): void; failed(reason: string): void }) {
      setPercent(0);
      sending.current = sendFile(
        { kind, file },
        {
          progress: (sent) => setPercent((100 * sent) / file.size),
          done() {
            end();
            on.done();
          },
          failed({ reason }) {
            end();
            on.failed(reason);
          },
        },
      );
    },
    stop() {
      sending.current?.discard();
      end();
    },
  };
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error && error.message ? error.message : undefined;
}
