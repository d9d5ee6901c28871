import type { Services } from "#server/services.ts";
import { type ArtistPage, pageFinder } from "./artist/artist.server";
import { sampleContent } from "./sample-content";

export interface SamplePage {
  page: ArtistPage;
  /** Whether the page is canned: it belongs to no account, and visitors' forms store nothing. */
  isCanned: boolean;
  /** The account of the page; null when it is canned. */
  userId: string | null;
}

/** The account that the demo artist is filled in with. */
const demo = { id: "de300000-0000-4000-8000-000000000001", email: "demo@handbill.example" };

/** The newest of everything, and few of them. [1 §7, §9] */
const fewNewest = {
  tracks: "order by created_at desc, display_order limit 10",
  photos: "order by created_at desc limit 12",
  comments: 10,
};

const flagged = pageFinder({
  name: "sample-page",
  profile: "(select * from musician_profiles where is_demo_profile order by updated_at desc limit 1)",
  ...fewNewest,
});

const ofUser = pageFinder({
  name: "sample-page-of-user",
  profile: "(select * from musician_profiles where user_id = $1)",
  ...fewNewest,
});

/**
 * The page at /sample-bio: the artist's who is flagged as the demo, else the demo artist's own, else canned content.
 * [1 §2, §7]
 */
export async function findSamplePage({ db }: Pick<Services, "db">): Promise<SamplePage> {
  const visitor = db.asVisitor();
  let page = await flagged(visitor, []);
  if (!page) {
    // A visitor may sign up with that address where the demo artist has not been filled in, but not with that id.
    const account = await db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("users")
          .select("id")
          .where("email", "=", demo.email)
          .where("id", "=", demo.id)
          .executeTakeFirst(),
      );
    if (account) page = await ofUser(visitor, [account.id]);
  }
  if (page) return { page, isCanned: false, userId: page.userId };
  return { page: sampleContent(new Date()), isCanned: true, userId: null };
}
