import { Move, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { type Sending, sendFile } from "~/client/send-file";
import { failureText, isNothingDone } from "~/shared/action-answer";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { DropZone } from "~/ui/drop-zone";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { type Crop, type CropShares, cropOf, sharesOf } from "./crop.ts";
import { croppedBlob, openPicture, storedFile } from "./opened-picture.ts";
import {
  deletedText,
  type KeptOriginal,
  keptText,
  notDeletedText,
  notUpdatedText,
  type PictureKind,
  partText,
  pictureKinds,
  savedText,
  uploadFailedText,
} from "./picture-kinds.ts";
import { PositionDialog } from "./position-dialog.tsx";
import { imageExtensions, imageFileProblem } from "./schema.ts";

/** A picture to be positioned. */
interface Found {
  file: File;
  /** The part that shows; of a new picture as much as fits. */
  shares?: CropShares;
  /** The address where the server has it whole. */
  keptAt?: string;
}

/**
 * One of the profile's two pictures: choosing, positioning, sending, removing. A picture that is chosen before there is
 * a profile waits for it on this screen. [2 §2, §4 Image save flow]
 */
export function PictureCard({
  kind,
  picture,
  original,
  hasProfile,
  isBare = false,
  children,
  below,
}: {
  kind: PictureKind;
  /** The one that the profile has. */
  picture: Picture | null;
  /** What that was cut from, where it is kept. */
  original: KeptOriginal | null;
  hasProfile: boolean;
  /** Without the sheet and its title, where something else names it. */
  isBare?: boolean;
  /** Shows the picture, or its empty place; the small one within the drop zone. */
  children(shown: Picture | null): ReactNode;
  /** What belongs to it, under its buttons. */
  below?(shown: Picture | null): ReactNode;
}) {
  const { label, frame } = pictureKinds[kind];
  const isAvatar = kind === "avatar";
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [isOpening, setIsOpening] = useState(false);
  const [opened, setOpened] = useState<(Found & { bitmap: ImageBitmap }) | null>(null);
  const [waiting, setWaiting] = useState<{ file: File; shares: CropShares; picture: Picture } | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  const { percent, send, stop } = useSending(kind);
  const moving = useFetcher<unknown>();
  const isMoving = moving.state !== "idle";

  useEffect(() => () => opened?.bitmap.close(), [opened]);
  useEffect(() => {
    if (waiting) return () => URL.revokeObjectURL(waiting.picture.src);
  }, [waiting]);

  const choose = (file: File) => {
    const problem = imageFileProblem(file);
    if (problem) return toast.error(problem);
    return open(async () => ({ file }));
  };

  /** Of a picture of before originals were kept there is what the page shows. */
  const move = () =>
    open(async () => {
      if (waiting) return waiting;
      if (!original) return { file: await storedFile(picture?.src ?? "", kind) };
      const { src, shares } = original;
      return { file: await storedFile(src, kind), shares, keptAt: src };
    });

  const open = async (find: () => Promise<Found>) => {
    if (isOpening) return;
    setIsOpening(true);
    try {
      const found = await find();
      const bitmap = await openPicture(found.file);
      setOpened({ bitmap, ...found });
    } catch (error) {
      toast.error(messageOf(error) ?? notUpdatedText(kind));
    } finally {
      setIsOpening(false);
    }
  };

  useAnswer(isMoving ? undefined : moving.data, (answer) => {
    if (isNothingDone(answer))
      return toast.error(failureText(answer, notUpdatedText(kind)) ?? notUpdatedText(kind));
    setOpened(null);
    toast.success(savedText(kind));
  });

  const deliver = (file: File, shares: CropShares) =>
    send(file, asTexts(shares), {
      async done() {
        setOpened(null);
        setWaiting(null);
        await revalidate();
        toast.success(savedText(kind));
      },
      failed: (reason) => toast.error(reason || t(uploadFailedText)),
    });

  const save = async (crop: Crop) => {
    if (!opened) return;
    const { bitmap, file, keptAt } = opened;
    const shares = sharesOf(crop, bitmap, frame);
    if (keptAt) {
      const form = { intent: "move-picture", id: kind, original: keptAt, ...asTexts(shares) };
      return moving.submit(form, { method: "post" });
    }
    if (hasProfile) return deliver(file, shares);
    try {
      const src = URL.createObjectURL(await croppedBlob(kind, bitmap, crop));
      setWaiting({ file, shares, picture: { src, ...frame, widths: [], colour: "#808080" } });
      setOpened(null);
    } catch {
      toast.error(notUpdatedText(kind));
    }
  };

  const current = waiting?.picture ?? picture;
  const shown = children(current);
  // The profile has just been saved for the first time.
  const isDue = hasProfile && waiting !== null;
  const deliverWaiting = useEffectEvent(() => waiting && deliver(waiting.file, waiting.shares));
  useEffect(() => {
    if (isDue) deliverWaiting();
  }, [isDue]);

  return (
    <Sheet {...(!isBare && { title: t(label) })}>
      <div className="grid grid-cols-1 gap-5">
        {!isAvatar && shown}
        {waiting && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-sunken p-3 text-sm">
            <p role="status" className="min-w-0 grow basis-60 px-1">
              {percent !== null
                ? t("Uploading... {percent}%", { percent: Math.round(percent) })
                : hasProfile
                  ? t(
                      isAvatar
                        ? "Your profile picture is not saved yet."
                        : "Your cover image is not saved yet.",
                    )
                  : t(
                      isAvatar
                        ? "Your profile picture is ready. It will be saved together with your profile."
                        : "Your cover image is ready. It will be saved together with your profile.",
                    )}
            </p>
            {percent === null && (
              <div className="flex flex-wrap gap-2">
                {hasProfile && (
                  <Button onClick={() => deliver(waiting.file, waiting.shares)}>{t("Try again")}</Button>
                )}
                <Button variant="secondary" onClick={() => setWaiting(null)}>
                  {t("Discard")}
                </Button>
              </div>
            )}
          </div>
        )}
        <div ref={zone} tabIndex={-1}>
          <DropZone
            title={
              isOpening
                ? t("Opening the picture...")
                : t(
                    isAvatar
                      ? "Choose a profile picture, or drop it here"
                      : "Choose a cover image, or drop it here",
                  )
            }
            hint={t("{formats} · at most 10MB", {
              formats: imageExtensions.map((extension) => extension.toUpperCase()).join(", "),
            })}
            accept={imageExtensions.map((extension) => `.${extension}`).join(",")}
            disabled={waiting !== null && percent !== null}
            onFiles={([file]) => file && choose(file)}
          >
            {isAvatar ? shown : isOpening ? <Spinner size="lg" /> : undefined}
          </DropZone>
        </div>
        {current && percent === null && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" pending={isOpening} pendingText={t("Opening...")} onClick={move}>
              <Move aria-hidden="true" className="size-4" />
              {t(isAvatar ? "Move profile picture" : "Move cover image")}
            </Button>
            {!waiting && (
              <Button variant="secondary" onClick={() => setIsDeleting(true)}>
                <Trash2 aria-hidden="true" className="size-4" />
                {t(isAvatar ? "Delete profile picture" : "Delete cover image")}
              </Button>
            )}
          </div>
        )}
        {picture && !waiting && <p className="text-muted text-sm">{t(original ? keptText : partText)}</p>}
        {below?.(current)}
      </div>
      <DeleteDialog
        id={isDeleting ? kind : null}
        intent="delete-picture"
        title={t(isAvatar ? "Delete your profile picture?" : "Delete your cover image?")}
        texts={{ done: deletedText(kind), failed: notDeletedText(kind) }}
        focusAfter={zone}
        onClose={() => setIsDeleting(false)}
      >
        {t("Your page will be without it at once.")}
      </DeleteDialog>
      {opened && (
        <PositionDialog
          kind={kind}
          picture={opened.bitmap}
          first={opened.shares && cropOf(opened.shares, opened.bitmap, frame)}
          percent={isMoving ? 100 : percent}
          onSave={save}
          onStop={isMoving ? undefined : stop}
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
    send(file: File, about: Record<string, string>, on: { done(): void; failed(reason: string): void }) {
      setPercent(0);
      sending.current = sendFile(
        { kind, file, about },
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

function asTexts(shares: CropShares): Record<string, string> {
  return Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, String(share)]));
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error && error.message ? error.message : undefined;
}
