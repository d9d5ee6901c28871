import { sql } from "kysely";
import { recordAuditAction } from "#server/audit.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { doneTexts, type ReportAction } from "./report-schema.ts";
import { inAdminsName, suspend, warn } from "./users.server.ts";

const pageSize = 20;

/** The number of reports that wait for an admin. */
export async function openReports({ db }: Pick<Services, "db">, adminId: string): Promise<number> {
  return db.asAdmin(adminId).read(async (tx) => {
    const { open } = await tx
      .selectFrom("reports")
      .select((row) => row.fn.countAll<number>().as("open"))
      .where("resolved_at", "is", null)
      .executeTakeFirstOrThrow();
    return open;
  });
}

/** One page of reports, the newest first: those that wait, or all. @param tx an admin's */
export async function reportsPage(tx: Reader, showsAll: boolean, requestedPage: number) {
  const found = tx
    .selectFrom("reports")
    .$if(!showsAll, (reports) => reports.where("reports.resolved_at", "is", null));
  const { matches } = await found
    .select((row) => row.fn.countAll<number>().as("matches"))
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(matches / pageSize));
  const page = Math.min(requestedPage, pages);
  const reports = await found
    .leftJoin("fan_comments as comment", "comment.id", "reports.comment_id")
    .leftJoin("messages as message", "message.id", "reports.message_id")
    // For a comment, the artist on whose page it stands; for a message, its writer.
    .innerJoin("users as about", (join) =>
      join.on((on) => on("about.id", "=", on.fn.coalesce("comment.musician_id", "message.sender_id"))),
    )
    .leftJoin("musician_profiles as profile", "profile.user_id", "about.id")
    .leftJoin("users as reporter", "reporter.id", "reports.reporter_id")
    .leftJoin("users as resolver", "resolver.id", "reports.resolved_by")
    .select(["reports.id", "reports.reason", "reports.resolution", "reports.resolved_at"])
    .select(
      sql<"comment" | "message">`case when comment_id is null then 'message' else 'comment' end`.as("kind"),
    )
    .select((row) => [
      row.fn.coalesce("comment.content", "message.content").as("content"),
      row.fn.coalesce("comment.hidden_at", "message.hidden_at").as("hidden_at"),
      "comment.author_name as author",
      "comment.answer as answer",
      "about.email as aboutEmail",
      "about.role as aboutRole",
      "about.suspended_at",
      "profile.artist_name",
      "profile.custom_url",
      "reporter.email as reporterEmail",
      "resolver.email as resolverEmail",
    ])
    .select(["reports.created_at"])
    .orderBy("reports.created_at", "desc")
    .orderBy("reports.id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    matches,
    page,
    pages,
    reports: reports.map(({ created_at, ...report }) => ({
      ...report,
      created_at: created_at.toISOString(),
    })),
  };
}

export type ShownReport = Awaited<ReturnType<typeof reportsPage>>["reports"][number];

const resolutions = {
  "dismiss-report": "dismissed",
  "hide-content": "hidden",
  "warn-user": "warned",
  "suspend-user": "suspended",
} as const;

/**
 * Executes an admin's decision about a report; with it, all open reports about the same comment or message are
 * answered.
 * @throws AppError `not-found`, `conflict` where another admin was quicker, and the errors of suspending
 */
export async function executeReportAction(
  services: Pick<Services, "db" | "config">,
  admin: Viewer,
  form: ReportAction,
) {
  await inAdminsName(services, admin, async (tx) => {
    const report = await tx
      .selectFrom("reports")
      .select(["comment_id", "message_id", "resolved_at"])
      .where("id", "=", form.id)
      .forUpdate()
      .executeTakeFirst();
    if (!report) throw new AppError("not-found", t("What was reported is gone, and the report with it."));
    if (report.resolved_at) throw new AppError("conflict", t("This report has been answered already."));
    const about = await aboutOf(tx, report);
    switch (form.intent) {
      case "dismiss-report":
        await recordAuditAction(tx, admin, "report_dismissed", about.email, about.kind);
        break;
      case "hide-content":
        await hide(tx, report);
        await recordAuditAction(tx, admin, `${about.kind}_hidden`, about.email);
        break;
      case "warn-user":
        await warn(tx, admin, about.id, form.content);
        break;
      case "suspend-user":
        await suspend(tx, services, admin, about.id, form.reason);
        break;
    }
    await tx
      .updateTable("reports")
      .set({
        resolved_at: sql<Date>`now()`,
        resolved_by: admin.userId,
        resolution: resolutions[form.intent],
      })
      .where("resolved_at", "is", null)
      .where((row) =>
        report.comment_id
          ? row("comment_id", "=", report.comment_id)
          : row("message_id", "=", report.message_id),
      )
      .execute();
  });
  return { done: t(doneTexts[form.intent]) };
}

interface Target {
  comment_id: string | null;
  message_id: string | null;
}

/** The account a report is about: the artist on whose page a comment stands, or the writer of a message. */
async function aboutOf(tx: Writer, { comment_id, message_id }: Target) {
  const account = tx.selectFrom("users").select(["id", "email"]);
  const { id, email } = await (comment_id
    ? account.where("id", "=", (row) =>
        row.selectFrom("fan_comments").select("musician_id").where("fan_comments.id", "=", comment_id),
      )
    : account.where("id", "=", (row) =>
        row.selectFrom("messages").select("sender_id").where("messages.id", "=", message_id),
      )
  ).executeTakeFirstOrThrow();
  const kind: "comment" | "message" = comment_id ? "comment" : "message";
  return { id, email, kind };
}

async function hide(tx: Writer, { comment_id, message_id }: Target): Promise<void> {
  const hidden = { hidden_at: sql<Date>`coalesce(hidden_at, now())` };
  if (comment_id) await tx.updateTable("fan_comments").set(hidden).where("id", "=", comment_id).execute();
  else await tx.updateTable("messages").set(hidden).where("id", "=", message_id).execute();
}
