import { z } from "zod";
import { accountHeaders } from "~/shared/sign-in-again";

/** An issue as its readers would get it, made of what is typed. */
const previewShape = z.object({
  html: z.string(),
  text: z.string(),
  from: z.string(),
  subject: z.string(),
  /** What an inbox shows after the subject. */
  inbox: z.string(),
  /** Blocks that nobody but its writer sees. */
  missing: z.number(),
});

export type IssuePreview = z.output<typeof previewShape>;

const patienceMs = 15_000;

/** @param typed the form, as it would be sent @returns null where it can't be made: what was shown last stays */
export async function previewOf(
  address: string,
  typed: string,
  signal: AbortSignal,
): Promise<IssuePreview | null> {
  const answer = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(typed),
    headers: accountHeaders(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  }).catch(() => null);
  if (!answer?.ok) return null;
  const parsed = previewShape.safeParse(await answer.json().catch(() => null));
  return parsed.data ?? null;
}
