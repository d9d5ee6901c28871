import type { Actor } from "#server/db/database.ts";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { issueParts } from "~/features/newsletter/issue-cards.server";
import { blocksOf, storedBlocks } from "~/features/newsletter/issue-document";
import {
  hasArchivePart,
  newerIssuePart,
  olderIssuePart,
  publishedIssuePart,
} from "~/features/newsletter/public.server";
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
  const blocks = blocksOf({ body: issue.body, blocks: storedBlocks(issue.blocks) });
  const parts = await issueParts(visitor, rest, blocks);
  return { ...rest, issue: { ...issue, blocks, ...parts }, appearance: appearanceOf(appearance) };
}
