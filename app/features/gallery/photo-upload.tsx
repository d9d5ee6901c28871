import { useRevalidator } from "react-router";
import { t } from "~/shared/t";
import { DropZone } from "~/ui/drop-zone";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import {
  dropLimit,
  photoExtensions,
  photoFileProblem,
  tooManyFilesText,
  uploaded,
  uploadFailure,
} from "./schema.ts";

const accept = photoExtensions.map((extension) => `.${extension}`).join(",");

/** Takes photos, sends one after the other, and shows how many bytes of each have arrived. [2 §2, §5] */
export function PhotoUpload() {
  const uploads = useUploads("photo");
  const { revalidate } = useRevalidator();
  const toast = useToast();

  const send = (dropped: File[]) => {
    if (dropped.length > dropLimit) toast.info(tooManyFilesText());
    const files = dropped.slice(0, dropLimit);
    for (const problem of new Set(files.map(photoFileProblem))) if (problem) toast.error(problem);
    uploads.add(
      files.filter((file) => !photoFileProblem(file)),
      {
        done: revalidate,
        failed: (_, reason) => toast.error(uploadFailure(reason)),
        async settled(arrived) {
          // The photos are in the list before the toast reports them.
          await revalidate();
          toast.success(uploaded(arrived));
        },
      },
    );
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      <DropZone
        title={t("Choose photos, or drop them here")}
        hint={t("JPEG, PNG, GIF or WebP · up to {limit} at a time · each smaller than 10MB", {
          limit: dropLimit,
        })}
        accept={accept}
        multiple
        onFiles={send}
      />
      <UploadList kind="photo" onArrived={revalidate} />
    </div>
  );
}
