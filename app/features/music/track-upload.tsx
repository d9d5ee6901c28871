import { Upload } from "lucide-react";
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toasts";
import { audioExtensions, audioFileProblem } from "./schema";
import { type Sending, sendTrack } from "./send-track";

interface Progress {
  name: string;
  sent: number;
  total: number;
}

/** Takes one audio file by choosing or dropping, and shows how many of its bytes have arrived. [2 §2, §5] */
export function TrackUpload() {
  const inputId = useId();
  const sending = useRef<Sending>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [over, setOver] = useState(false);
  const { revalidate } = useRevalidator();
  const toast = useToast();

  // Leaving the page stops the sending; choosing the same file again goes on from there.
  useEffect(() => () => sending.current?.pause(), []);

  const send = async (file: File) => {
    const problem = audioFileProblem(file);
    if (problem) return toast.error(problem);
    setProgress({ name: file.name, sent: 0, total: file.size });
    const ended = () => {
      sending.current = null;
      setProgress(null);
    };
    sending.current = await sendTrack(file, {
      progress: (sent, total) => setProgress({ name: file.name, sent, total }),
      done() {
        ended();
        toast.success("Track uploaded successfully!");
        revalidate();
      },
      failed(reason) {
        ended();
        toast.error(`Failed to upload track: ${reason || "Unknown error"}`);
      },
    });
  };

  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (file) send(file);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file, ...more] = event.dataTransfer.files;
    if (more.length > 0) toast.info("One file at a time: the first one is being uploaded.");
    if (file) send(file);
  };

  if (progress) {
    return (
      <UploadProgress
        progress={progress}
        onPause={() => {
          sending.current?.pause();
          setProgress(null);
        }}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <label
        htmlFor={inputId}
        className={`grid cursor-pointer justify-items-center gap-2 rounded-box border-2 border-dashed p-8 text-center focus-within:outline-2 focus-within:outline-offset-2 ${
          over ? "border-accent bg-sunken" : "border-edge bg-surface hover:bg-sunken"
        }`}
      >
        <Upload aria-hidden="true" className="size-8" />
        <span className="font-semibold">Choose an audio file, or drop it here</span>
        <span className="text-muted text-sm">
          {audioExtensions.map((extension) => extension.toUpperCase()).join(", ")} · smaller than 100MB
        </span>
        <input
          id={inputId}
          type="file"
          accept={`audio/*,${audioExtensions.map((extension) => `.${extension}`).join(",")}`}
          onChange={chosen}
          className="sr-only"
        />
      </label>
    </div>
  );
}

function UploadProgress({
  progress: { name, sent, total },
  onPause,
}: {
  progress: Progress;
  onPause(): void;
}) {
  const id = useId();
  const arrived = sent >= total;
  return (
    <div className="grid gap-3 rounded-box border border-edge bg-surface p-5">
      <div className="flex items-center justify-between gap-4">
        <p id={id} className="min-w-0 break-words font-semibold">
          {arrived ? `Checking ${name}...` : `Uploading ${name}...`}
        </p>
        <Button variant="quiet" onClick={onPause} disabled={arrived}>
          Stop
        </Button>
      </div>
      <progress aria-labelledby={id} value={sent} max={total} className="h-2 w-full accent-accent" />
      <p className="text-muted text-sm tabular-nums">
        {megabytes(sent)} of {megabytes(total)} MB
      </p>
    </div>
  );
}

/** [2 §9] */
function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
