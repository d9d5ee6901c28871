import type { Upload } from "tus-js-client";
import { isOffline } from "~/shared/connection";
import { uploadPath } from "~/shared/server-paths";
import { signInAgain } from "~/shared/sign-in-again";
import { type UploadFailure, uploadFailure } from "./upload-failure.ts";

export interface FileToSend {
  /** One of the names in the features' `uploads.server.ts`. */
  kind: string;
  file: File;
  /** Metadata for the server beyond the file, such as the track that a cover is for. */
  about?: Readonly<Record<string, string>>;
}

export interface SendingEvents {
  /** Bytes that the server has or is getting. */
  progress(sent: number): void;
  /** A try has failed and the next one comes by itself; false once the server has taken something again. */
  retrying?(isIt: boolean): void;
  /**
   * The server has taken the file over. `answer` is its feature's answer, undefined when that was lost on
   * the way and only the arrival of all bytes is known.
   */
  done(answer: unknown): void;
  failed(failure: UploadFailure): void;
}

export interface Sending {
  /** Stops; bytes that have arrived are kept for a day, and sending the same file again goes on from there. */
  pause(): void;
  /** Stops, and removes what has arrived. */
  discard(): void;
}

/**
 * Sends one file in pieces. A broken connection or a restarted server only delay it; after closing the tab, sending
 * the same file again goes on where it was. Exactly one of `done` and `failed` is called, unless it is stopped before.
 */
export function sendFile({ kind, file, about = {} }: FileToSend, on: SendingEvents): Sending {
  let stopped = false;
  let upload: Upload | undefined;
  const begun = begin();

  async function begin(): Promise<void> {
    const tus = await import("tus-js-client");
    /** The status of the latest answer, 0 without one. */
    let status = 0;
    let saysWhen = false;
    /** Failures that may be over in a minute; a full disk and too many uploads at a time are reported at once. */
    const isPassing = () =>
      [0, 409, 423].includes(status) || (status === 429 && saysWhen) || (status >= 500 && status !== 507);
    upload = new tus.Upload(file, {
      endpoint: uploadPath,
      metadata: { ...about, kind, filename: file.name, filetype: file.type },
      fingerprint: async () => fingerprintOf({ kind, file, about }),
      chunkSize: 8 * 1024 * 1024,
      // Long enough for a server to be started again.
      retryDelays: [500, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      removeFingerprintOnSuccess: true,
      onBeforeRequest() {
        status = 0;
        saysWhen = false;
      },
      onAfterResponse(request, response) {
        status = response.getStatus();
        saysWhen = Boolean(response.getHeader("Retry-After"));
        // The library would begin anew with the first byte whatever is wrong with asking how far it got.
        const isLost = [400, 404, 410, 423].includes(status);
        if (request.getMethod() === "HEAD" && status >= 400 && !isLost) throw new Error(`answered ${status}`);
      },
      onShouldRetry() {
        // Without a connection every try would fail, and the user would get no message for a minute.
        const goesOn = isPassing() && !isOffline();
        if (goesOn) on.retrying?.(true);
        return goesOn;
      },
      onChunkComplete: () => on.retrying?.(false),
      onProgress: (sent) => on.progress(sent),
      onSuccess: ({ lastResponse }) => on.done(parsed(lastResponse.getBody())),
      async onError(error) {
        if (status === 401 && (await signInAgain())) {
          if (!stopped) upload?.start();
          return;
        }
        const answer = error instanceof tus.DetailedError ? error.originalResponse : null;
        on.failed(
          uploadFailure(
            answer && {
              status: answer.getStatus(),
              type: answer.getHeader("Content-Type") ?? "",
              body: answer.getBody() ?? "",
            },
          ),
        );
      },
    });
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (!stopped) upload.start();
  }

  begun.catch(() => !stopped && on.failed(uploadFailure(null)));

  const stop = (andRemove: boolean) => {
    stopped = true;
    begun.then(() => upload?.abort(andRemove)).catch(() => {});
  };
  return { pause: () => stop(false), discard: () => stop(true) };
}

/** The browser's key for recognising a file, for the same purpose. `unfinished-uploads.ts` looks for its beginning. */
function fingerprintOf({ kind, file, about = {} }: FileToSend): string {
  const purpose = JSON.stringify(Object.entries(about).sort());
  return ["handbill", kind, purpose, file.name, file.type, file.size, file.lastModified].join("-");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
