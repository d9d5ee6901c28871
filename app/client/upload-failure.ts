import { isOffline, offlineText } from "~/shared/connection";
import { msg, t } from "~/shared/t";

/** [2 §8] */
const networkText = msg("Network error during upload. Please check your connection and try again.");
const deniedText = msg("Upload permission denied. Please refresh the page and try again.");

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
  if (!answer) return { reason: isOffline() ? offlineText : networkText, mayHelp: true, isLost: true };
  const { status, type, body } = answer;
  if (status === 401 || status === 403) return { reason: deniedText, mayHelp: true, isLost: false };
  // An HTML page is from another program on the way, such as a proxy.
  const serverText = type.startsWith("text/html") ? "" : body.trim();
  return {
    reason: serverText || `Upload failed: the server answered ${status}. Please try again.`,
    mayHelp: [409, 423, 429].includes(status) || status >= 500,
    isLost: [502, 503, 504].includes(status),
  };
}

/** The text for a failed upload that is tried again by itself when the server may be back. */
export function goesOnByItself(reason: string): string {
  return reason === offlineText
    ? t("You are offline. It goes on by itself once you are connected.")
    : `${reason} It goes on by itself when the server can be reached.`;
}
