import { Mail, PenLine } from "lucide-react";
import { Link } from "react-router";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/issues.route";
import { ArchiveSwitch } from "./archive-switch";
import { ownIssues } from "./issue-queries.server";
import { issuesFailure, statusTexts } from "./issue-schema";
import { NewsletterTabs } from "./newsletter-tabs";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const page = pageParam(new URL(request.url).searchParams);
  const list = await loadOrNull(
    "the newsletter issues",
    { log, userId },
    db.asMusician(userId).read((tx) => ownIssues(tx, userId, page)),
  );
  return { list };
}

/** The musician's newsletter issues. */
export default function NewsletterIssues({ loaderData: { list } }: Route.ComponentProps) {
  const { number, date } = useFormats();
  return (
    <ToolPage
      title={t("Letters")}
      intro={t("What you write to those who have confirmed that they want to hear from you.")}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <NewsletterTabs />
          <LinkButton to="/newsletter/letters/new">
            <PenLine aria-hidden="true" className="size-4" />
            {t("Write a letter")}
          </LinkButton>
        </div>
        {!list && <LoadFailure text={t(issuesFailure)} />}
        {list?.total === 0 && (
          <EmptyState
            icon={Mail}
            title={t("No letters yet")}
            text={t(
              "A new song, a tour, a thank you: write it once, and everyone who has confirmed gets it.",
            )}
          />
        )}
        {list && list.total > 0 && (
          <Card title={t("Your letters ({count})", { count: number(list.total) })}>
            <ul className="divide-y divide-line">
              {list.issues.map(({ id, title, status, scheduled_for, started_at, created_at, in_archive }) => {
                const at = started_at ?? scheduled_for ?? created_at;
                return (
                  <li key={id} className="flex items-center justify-between gap-3 py-2">
                    <div className="min-w-0">
                      <Link
                        to={`/newsletter/letters/${id}`}
                        className="wrap-anywhere inline-flex min-h-11 items-center font-semibold underline"
                      >
                        <bdi>{title}</bdi>
                      </Link>
                      <p className="text-muted text-sm">
                        <time dateTime={at.toISOString()}>{date(at)}</time>
                      </p>
                      {status !== "draft" && <ArchiveSwitch issue={{ id, title, in_archive }} />}
                    </div>
                    <span className="shrink-0 rounded-full bg-sunken px-3 py-1 font-semibold text-xs">
                      {t(statusTexts[status])}
                    </span>
                  </li>
                );
              })}
            </ul>
            <PageLinks
              page={list.page}
              pages={list.pages}
              labels={{ before: t("Newer letters|newsletters"), after: t("Older letters|newsletters") }}
              to={(page) => `/newsletter/letters?page=${page}`}
            />
          </Card>
        )}
      </div>
    </ToolPage>
  );
}
