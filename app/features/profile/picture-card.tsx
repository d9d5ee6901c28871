import { Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { isNothingDone } from "~/shared/action-answer";
import type { Picture } from "~/shared/picture";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmDialog } from "~/ui/dialog";
import { DropZone } from "~/ui/drop-zone";
import { type Sending, sendFile } from "~/ui/send-file";
import { Spinner } from "~/ui/spinner";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { Crop } from "./crop.ts";
import { croppedFile, type OpenedPicture, openPicture } from "./opened-picture.ts";
import {
  notRemovedText,
  notUpdatedText,
  type PictureKind,
  pictureKinds,
  removedText,
  savedText,
  uploadFailedText,
} from "./picture-kinds.ts";
import { PositionDialog } from "./position-dialog.tsx";
import { imageExtensions, imageFileProblem } from "./schema.ts";

/**
 * One of the profile's two pictures: choosing, positioning, sending, taking it away. What is chosen before there is
 * a profile waits for it on this screen. [2 §2, §4 Image save flow]
 */
export function PictureCard({
  kind,
  picture,
  hasProfile,
  children,
  below,
}: {
  kind: PictureKind;
  /** The one that the profile has. */
  picture: Picture | null;
  hasProfile: boolean;
  /** Shows the picture, or its empty place. */
  children(shown: Picture | null): ReactNode;
  below?: ReactNode;
}) {
  const { label } = pictureKinds[kind];
  const name = label.toLowerCase();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [isOpening, setIsOpening] = useState(false);
  const [opened, setOpened] = useState<OpenedPicture | null>(null);
  const [waiting, setWaiting] = useState<{ file: File; picture: Picture } | null>(null);
  const { percent, send, stop } = useSending(kind);

  useEffect(() => () => opened?.bitmap.close(), [opened]);
  useEffect(() => {
    if (waiting) return () => URL.revokeObjectURL(waiting.picture.src);
  }, [waiting]);

  const choose = async (file: File) => {
    const problem = imageFileProblem(file);
    if (problem) return toast.error(problem);
    setIsOpening(true);
    try {
      setOpened(await openPicture(file));
    } catch (error) {
      toast.error(messageOf(error) ?? notUpdatedText(kind));
    } finally {
      setIsOpening(false);
    }
  };

  const deliver = (file: File) =>
    send(file, {
      done() {
        setOpened(null);
        setWaiting(null);
        revalidate();
        toast.success(savedText(kind));
      },
      failed: (reason) => toast.error(reason || uploadFailedText),
    });

  const save = async (crop: Crop) => {
    if (!opened) return;
    try {
      const file = await croppedFile(kind, opened, crop);
      if (hasProfile) return deliver(file);
      const src = URL.createObjectURL(file);
      setWaiting({ file, picture: { src, ...pictureKinds[kind].frame, widths: [], colour: "#808080" } });
      setOpened(null);
    } catch {
      toast.error(notUpdatedText(kind));
    }
  };

  // The profile has just been saved for the first time.
  const isDue = hasProfile && waiting !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the profile is there
  useEffect(() => {
    if (waiting && hasProfile) deliver(waiting.file);
  }, [isDue]);

  return (
    <Card title={label}>
      <div className="grid grid-cols-1 gap-5">
        {children(waiting?.picture ?? picture)}
        {waiting && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-sunken py-2 pr-2 pl-4 text-sm">
            <p role="status" className="min-w-0 grow basis-60">
              {percent !== null
                ? `Uploading... ${Math.round(percent)}%`
                : hasProfile
                  ? `Your ${name} is not saved yet.`
                  : `Your ${name} is ready. It will be saved together with your profile.`}
            </p>
            {percent === null && (
              <div className="flex flex-wrap gap-2">
                {hasProfile && <Button onClick={() => deliver(waiting.file)}>Try again</Button>}
                <Button variant="quiet" onClick={() => setWaiting(null)}>
                  Discard
                </Button>
              </div>
            )}
          </div>
        )}
        <DropZone
          title={isOpening ? "Opening the picture..." : `Choose a ${name}, or drop it here`}
          hint={`${imageExtensions.map((extension) => extension.toUpperCase()).join(", ")} · at most 10MB`}
          accept={imageExtensions.map((extension) => `.${extension}`).join(",")}
          disabled={isOpening || (waiting !== null && percent !== null)}
          onFiles={([file]) => file && choose(file)}
        >
          {isOpening ? <Spinner /> : undefined}
        </DropZone>
        {picture && !waiting && <RemoveButton kind={kind} />}
        {below}
      </div>
      {opened && (
        <PositionDialog
          kind={kind}
          picture={opened}
          percent={percent}
          onSave={save}
          onStop={stop}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

/** Asks, then takes the picture away. */
function RemoveButton({ kind }: { kind: PictureKind }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const name = pictureKinds[kind].label.toLowerCase();

  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) return toast.error(notRemovedText(kind));
    setIsAsking(false);
    toast.success(removedText(kind));
  });

  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        {`Remove ${name}`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Remove your ${name}?`}
        confirmText="Remove"
        pending={fetcher.state !== "idle"}
        onConfirm={() => fetcher.submit({ intent: "remove-picture", picture: kind }, { method: "post" })}
        onClose={() => setIsAsking(false)}
      >
        Your page will be without it at once.
      </ConfirmDialog>
    </>
  );
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
          failed(reason) {
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
