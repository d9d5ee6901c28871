import PostalMime, { type Email } from "postal-mime";
import { withoutCode } from "./status-code.ts";

/** What a mail server reports of a mail that it could not deliver (RFC 3464; of an address in other scripts RFC 6533). */
export interface FailureReport {
  /** `failed`: it has given up. `delayed`: it goes on trying. */
  action: "failed" | "delayed";
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string;
}

/** A mail that has come to the address for reports. */
export interface ReturnedMail {
  /** The addresses that it was sent to, as far as its head says. */
  recipients: string;
  /** Undefined for any other mail: an automatic answer, a complaint, spam. */
  report: FailureReport | undefined;
}

/** Headers that name the address which a mail was delivered to; a server of ours writes all but the first. */
const recipientHeaders = ["to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];

const reportTypes = ["message/delivery-status", "message/global-delivery-status"];

/** @param bytes a mail, of which the end may be missing: there stands what was returned */
export async function readReturnedMail(bytes: Uint8Array): Promise<ReturnedMail> {
  // Anyone may write to the address, and in a way that can't be parsed.
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" }).catch(() => undefined);
  if (!mail) return { recipients: "", report: undefined };
  const recipients = mail.headers
    .filter(({ key }) => recipientHeaders.includes(key))
    .map(({ value }) => value)
    .join(" ");
  return { recipients, report: reportIn(mail) };
}

function reportIn({ headers, attachments }: Email): FailureReport | undefined {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  if (!/^multipart\/report\b/i.test(type)) return undefined;
  const part = attachments.find(({ mimeType }) => reportTypes.includes(mimeType));
  if (!part || typeof part.content === "string") return undefined;
  const text = new TextDecoder().decode(part.content);
  const action = fieldIn(text, "Action")?.toLowerCase();
  if (action !== "failed" && action !== "delayed") return undefined;
  // No part of an IP address.
  const stated = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
  // Some servers state a class alone, and the code itself in what the other server said.
  const codes = [fieldIn(text, "Status"), fieldIn(text, "Diagnostic-Code")].map(
    (field) => stated.exec(field ?? "")?.[0],
  );
  const status = codes.find((code) => code && !code.endsWith(".0.0")) ?? codes.find((code) => code);
  return { action, status: status ?? withoutCode };
}

/** The first field of this name; its value may go on in the next lines. */
function fieldIn(text: string, name: string): string | undefined {
  return new RegExp(`^${name}:((?:.*(?:\\r?\\n[ \\t]+)?)*)`, "im").exec(text)?.[1]?.trim();
}
