import type { Upload } from "tus-js-client";

export interface Sending {
  /** Stops sending; what has arrived is kept, and sending the same file again goes on from there. */
  pause(): void;
}

/**
 * Sends one file in pieces, and goes on after a broken connection or from an earlier try of the same file.
 * @param on `progress` in bytes that the server has or is getting; exactly one of `done` and `failed` is called
 */
export async function sendTrack(
  file: File,
  on: { progress(sent: number, total: number): void; done(): void; failed(reason: string): void },
): Promise<Sending> {
  const tus = await import("tus-js-client");
  const upload: Upload = new tus.Upload(file, {
    endpoint: "/upload",
    metadata: { kind: "track", filename: file.name, filetype: file.type },
    chunkSize: 8 * 1024 * 1024,
    retryDelays: [500, 1000, 3000, 5000, 10_000, 20_000],
    removeFingerprintOnSuccess: true,
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      return status === 0 || status === 409 || status === 423 || status >= 500;
    },
    onProgress: on.progress,
    onSuccess: on.done,
    onError(error) {
      const said = error instanceof tus.DetailedError ? error.originalResponse?.getBody()?.trim() : undefined;
      on.failed(said || "Network error during upload. Please check your connection and try again.");
    },
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return { pause: () => void upload.abort() };
}
