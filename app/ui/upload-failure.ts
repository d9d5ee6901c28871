/** [2 §8] */
export const networkText = "Network error during upload. Please check your connection and try again.";
const deniedText = "Upload permission denied. Please refresh the page and try again.";

interface Answer {
  status: number;
  /** Its `Content-Type`. */
  type: string;
  body: string;
}

/**
 * What a person reads of an upload that failed, and whether trying the same file again makes sense. [2 §8]
 * @param answer null when none came
 */
export function uploadFailure(answer: Answer | null): { reason: string; mayHelp: boolean } {
  if (!answer) return { reason: networkText, mayHelp: true };
  const { status, type, body } = answer;
  if (status === 401 || status === 403) return { reason: deniedText, mayHelp: true };
  // A page is from something else on the way, such as a proxy.
  const said = type.startsWith("text/html") ? "" : body.trim();
  return {
    reason: said || `Upload failed: the server answered ${status}. Please try again.`,
    mayHelp: [409, 423, 429].includes(status) || status >= 500,
  };
}
