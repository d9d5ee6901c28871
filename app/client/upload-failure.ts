import { isOffline, offlineText } from "~/shared/connection";
import { t } from "~/shared/t";

interface Answer {
  status: number;
  /** Its `Content-Type`. */
  type: string;
  body: string;
}

export interface UploadFailure {
  reason: string;
  /** Trying the same file again makes sense. */
  mayHelp: boolean;
  /** The server was out of reach: it is tried again by itself. */
  isLost: boolean;
}

/**
 * The text for a user whose upload failed, and whether trying again may help. [2 §8]
 * @param answer null when none came
 */
export function uploadFailure(answer: Answer | null): UploadFailure {
  if (!answer) {
    const reason = isOffline()
      ? t(offlineText)
      : t("Network error during upload. Please check your connection and try again.");
    return { reason, mayHelp: true, isLost: true };
  }
  const { status, type, body } = answer;
  if (status === 401 || status === 403) {
    const reason = t("Upload permission denied. Please refresh the page and try again.");
    return { reason, mayHelp: true, isLost: false };
  }
  // An HTML page is from another program on the way, such as a proxy.
  const serverText = type.startsWith("text/html") ? "" : body.trim();
  return {
    reason: serverText || t("Upload failed: the server answered {status}. Please try again.", { status }),
    mayHelp: [409, 423, 429].includes(status) || status >= 500,
    isLost: [502, 503, 504].includes(status),
  };
}

/** The text for a failed upload that is tried again by itself when the server may be back. */
export function goesOnByItself(reason: string): string {
  return reason === t(offlineText)
    ? t("You are offline. It goes on by itself once you are connected.")
    : t("{reason} It goes on by itself when the server can be reached.", { reason });
}
