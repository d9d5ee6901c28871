import type { Actor } from "#server/db/database.ts";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { issueParts } from "~/features/newsletter/issue-cards.server";
import { storedBlocks, translatedBlocks } from "~/features/newsletter/issue-document";
import {
  hasArchivePart,
  newerIssuePart,
  olderIssuePart,
  publishedIssuePart,
} from "~/features/newsletter/public.server";
import { language } from "~/shared/t";
import { sideColumns } from "./side-columns.server";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const issuePage = pageStatement("newsletter-issue-page", profileBySlug, {
  ...sideColumns,
  issue: publishedIssuePart,
  older: olderIssuePart,
  newer: newerIssuePart,
  hasArchive: hasArchivePart,
});

/** A newsletter issue that has gone out, in the archive or not; null where the artist has sent none with this id. */
export async function findIssuePage(visitor: Actor, slug: string, id: string) {
  const [row] = uuid.test(id) ? await visitor.readOnce(issuePage, [slug, id]) : [];
  if (!row?.issue) return null;
  const { appearance, issue, ...rest } = row;
  const { blocks, startedAt, ...written } = issue;
  return {
    ...rest,
    ...written,
    storedBlocks: storedBlocks(blocks),
    startedAt: new Date(startedAt),
    appearance: appearanceOf(appearance),
  };
}

type IssuePage = NonNullable<Awaited<ReturnType<typeof findIssuePage>>>;

/**
 * What the issue's blocks show, in the reader's language. @param written its text as the artist wrote it, whatever stands in
 * its place by now
 */
export async function issueShown(visitor: Actor, issue: IssuePage, written: string) {
  const own = { body: written, blocks: issue.storedBlocks };
  const blocks = translatedBlocks(own, issue.body === written ? undefined : issue.body);
  const into = { language: language(), others: issue.otherLanguages };
  return { blocks, ...(await issueParts(visitor, issue, blocks, into)) };
}
