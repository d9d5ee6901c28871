import { useRevalidator } from "react-router";
import { t } from "~/shared/t";
import { DropZone } from "~/ui/drop-zone";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import { audioExtensions, audioFileProblem, uploaded, uploadFailure } from "./schema";

const accept = `audio/*,${audioExtensions.map((extension) => `.${extension}`).join(",")}`;

/** Takes audio files, sends one after the other, and shows how many bytes of each have arrived. [2 §2, §5] */
export function TrackUpload() {
  const uploads = useUploads("track");
  const { revalidate } = useRevalidator();
  const toast = useToast();

  const send = (files: File[]) => {
    for (const problem of new Set(files.map(audioFileProblem))) if (problem) toast.error(problem);
    uploads.add(
      files.filter((file) => !audioFileProblem(file)),
      {
        async done() {
          // The track is in the list before the toast reports it.
          await revalidate();
          toast.success(t(uploaded));
        },
        failed: (_, reason) => toast.error(uploadFailure(reason)),
      },
    );
  };

  return (
    <div className="grid gap-3">
      <DropZone
        title={t("Choose audio files, or drop them here")}
        hint={t("{formats} · smaller than 100MB", {
          formats: audioExtensions.map((extension) => extension.toUpperCase()).join(", "),
        })}
        accept={accept}
        multiple
        onFiles={send}
      />
      <UploadList kind="track" onArrived={revalidate} />
    </div>
  );
}
