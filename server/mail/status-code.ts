// Enhanced status codes (RFC 3463), such as `5.1.1`: why a mail server took no mail.

/** Of a refusal without a code: most servers that leave it out mean an unknown mailbox. */
export const withoutCode = "5.0.0";

/** The code at the head of a mail server's answer (RFC 2034). */
export function codeOfAnswer(answer: string): string {
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/.exec(answer)?.[1] ?? withoutCode;
}

/**
 * Whether a mail to this address can't arrive: there is no such mailbox or domain, or it is closed. A full mailbox, a server
 * out of reach, or a letter that a filter refused say nothing of the next letter.
 */
export function isPermanent(status: string): boolean {
  return /^5\.(1\.\d+|2\.1|4\.4|0\.0)$/.test(status);
}
