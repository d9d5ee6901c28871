import { useRevalidator } from "react-router";
import { t } from "~/shared/t";
import { DropZone } from "~/ui/drop-zone";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import { pdfFileProblem, uploaded, uploadFailure } from "./schema.ts";

/** Takes a PDF, sends it, and shows how many bytes have arrived. Until it has, the one before stands. [2 §4, §5] */
export function PressKitUpload({ isReplacing }: { isReplacing: boolean }) {
  const uploads = useUploads("press-kit");
  const { revalidate } = useRevalidator();
  const toast = useToast();

  const send = (files: File[]) => {
    for (const problem of files.map(pdfFileProblem)) if (problem) toast.error(problem);
    uploads.add(
      files.filter((file) => !pdfFileProblem(file)),
      {
        async done() {
          await revalidate();
          toast.success(t(uploaded));
        },
        failed: (_, reason) => toast.error(uploadFailure(reason)),
      },
    );
  };

  return (
    <div className="grid grid-cols-1 gap-3">
      <DropZone
        title={t(
          isReplacing
            ? "Choose a PDF, or drop it here, to replace this one"
            : "Choose a PDF, or drop it here",
        )}
        hint={t("PDF · smaller than 25MB")}
        accept="application/pdf,.pdf"
        onFiles={send}
      />
      <UploadList kind="press-kit" onArrived={revalidate} />
    </div>
  );
}
