import { violatesPolicy, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";

/** A whole venue may stand behind one address. */
const network: LimitRule = { name: "report-network", tries: 60, windowSeconds: 3600 };

/**
 * Reports a comment to the admins. The same one reported again by the same account, or by visitors, while it waits is
 * one report.
 * @param reporterId the musician who reports it; null for a visitor
 * @param from the reporter's network
 * @throws AppError `too-many`, or `not-found` for a comment that the reporter doesn't see
 */
export async function reportComment(
  { db, limits }: Pick<Services, "db" | "limits">,
  report: { commentId: string; reporterId: string | null; from: string; reason: string },
): Promise<void> {
  const { commentId: comment_id, reporterId, from, reason } = report;
  await limits.spend(network, limitKey(from));
  const reporter = reporterId ? db.asMusician(reporterId) : db.asVisitor();
  const row = { comment_id, reason, ...(reporterId && { reporter_id: reporterId }) };
  const insert = (tx: Writer) =>
    tx
      .insertInto("reports")
      .values(row)
      .onConflict((already) => already.doNothing())
      .execute();
  try {
    await reporter.write(insert);
  } catch (error) {
    if (!violatesPolicy(error)) throw error;
    throw new AppError("not-found", t("This comment is not there any more."), { cause: error });
  }
}
