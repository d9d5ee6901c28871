import type { Database } from "../../server/db/database.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeBooking, makeComment, makeIssue, makeSubscriber } from "../factories/audience.ts";
import {
  hoursFromNow,
  makeDeletedItem,
  makeEvent,
  makePageLink,
  makePaymentLink,
  makePhoto,
  makePictureOriginal,
  makePressKit,
  makePrivateLink,
  makeRelease,
  makeReleaseLink,
  makeReleaseTrack,
  makeSocialLink,
  makeTrack,
  makeVideo,
  makeWithdrawnEvent,
  uploadAddress,
} from "../factories/page.ts";

/** What an artist's outputs may show. */
const shown = [
  ...["track", "release", "release's track", "announced release", "event", "comment", "photo", "video"],
  ...["page link", "support link", "issue"],
] as const;

/** What none of them may. */
export const hidden = [
  ...[
    "hidden track",
    "draft release",
    "draft release's track",
    "scheduled release",
    "scheduled release's track",
  ],
  ...["deleted release", "announced release's track", "private event", "deleted event", "pending comment"],
  ...[
    "comment hidden by an admin",
    "draft issue",
    "scheduled issue",
    "issue outside the archive",
    "private link",
  ],
  ...["recently deleted photo", "hidden video", "hidden page link", "early page link", "late page link"],
  ...["disabled support link", "booking request", "subscriber", "e-mail address", "whole picture"],
] as const;

/** The state of an artist of whom nothing may be shown, or no section. */
export const hiddenWhole = ["suspended account", "leaving account", "section switched off"] as const;

export type Shown = (typeof shown)[number];
export type Hidden = (typeof hidden)[number];
export type HiddenWhole = (typeof hiddenWhole)[number];
type State = Shown | Hidden | HiddenWhole;

/** The word that stands in every text of what is in this state, and in nothing else: letters alone, so nothing escapes it. */
export function wordOf(state: State): string {
  return `${state.replaceAll(/[^a-z]/g, "")}marked`;
}

/** An artist's addresses: of what is shown first, then of what isn't. */
export interface Artist {
  id: string;
  customUrl: string;
  trackSlugs: string[];
  releaseSlugs: string[];
  eventIds: string[];
  commentIds: string[];
  issueIds: string[];
  privateToken: string;
}

/**
 * Makes an artist who has everything in every state.
 * @param wordFor the word in the texts of what is in a state
 */
export async function makeArtist(
  db: Database,
  customUrl: string,
  wordFor: (state: Shown | Hidden) => string,
  profile: NonNullable<Parameters<typeof makeMusician>[1]> = {},
): Promise<Artist> {
  const { id: user_id } = await makeMusician(db, {
    artist_name: `Artist ${customUrl}`,
    bio: "Songs about the sea.",
    has_podcast: true,
    ...profile,
    custom_url: customUrl,
  });
  const email = `${wordFor("e-mail address")}-${customUrl}@example.org`;
  await db
    .asSystem()
    .write((tx) => tx.updateTable("users").set({ email }).where("id", "=", user_id).execute());

  const track = (state: Shown | Hidden, overrides: Parameters<typeof makeTrack>[1] = {}) => {
    const word = wordFor(state);
    const file_url = uploadAddress("music", user_id, `${word}-${state.replaceAll(/[^a-z]/g, "")}.mp3`);
    return makeTrack(db, { user_id, title: word, lyrics: word, credits: word, file_url, ...overrides });
  };
  const release = async (
    state: Shown | Hidden,
    tracks: Awaited<ReturnType<typeof makeTrack>>[],
    overrides: Parameters<typeof makeRelease>[1],
  ) => {
    const word = wordFor(state);
    const made = await makeRelease(db, {
      user_id,
      title: word,
      description: word,
      credits: word,
      ...overrides,
    });
    await makeReleaseLink(db, made, { url: `https://example.org/${word}` });
    for (const { id } of tracks) await makeReleaseTrack(db, made, id);
    return made;
  };
  const event = (state: Shown | Hidden, overrides: Parameters<typeof makeEvent>[1] = {}) => {
    const word = wordFor(state);
    const venue = { venue_name: word, location: word, address: word };
    const ticket_url = `https://example.org/${word}`;
    return { user_id, title: word, description: word, ...venue, ticket_url, ...overrides };
  };
  const comment = (state: Shown | Hidden, overrides: Parameters<typeof makeComment>[1] = {}) => {
    const word = wordFor(state);
    return makeComment(db, { musician_id: user_id, author_name: word, content: word, ...overrides });
  };
  const issue = (state: Shown | Hidden, overrides: Parameters<typeof makeIssue>[1] = {}) => {
    const word = wordFor(state);
    return makeIssue(db, { musician_id: user_id, title: word, body: word, preheader: word, ...overrides });
  };
  const video = (state: Shown | Hidden, overrides: Parameters<typeof makeVideo>[1] = {}) =>
    makeVideo(db, { user_id, title: wordFor(state), ...overrides });
  const pageLink = (state: Shown | Hidden, overrides: Parameters<typeof makePageLink>[1] = {}) => {
    const word = wordFor(state);
    return makePageLink(db, { user_id, title: word, url: `https://example.org/${word}`, ...overrides });
  };
  const supportLink = (state: Shown | Hidden, is_enabled: boolean) =>
    makePaymentLink(db, { user_id, url: `https://example.org/${wordFor(state)}`, is_enabled });

  const tracks = [
    await track("track"),
    await track("release's track"),
    await track("hidden track", { is_visible: false }),
    await track("draft release's track"),
    await track("scheduled release's track"),
    // The release's page may name it before its day.
    await track("announced release's track", { title: `To come from ${customUrl}` }),
  ] as const;
  const [, ofRelease, , ofDraft, ofScheduled, ofAnnounced] = tracks;
  const releases = [
    await release("release", [ofRelease], { release_date: "2020-05-01" }),
    await release("announced release", [ofAnnounced], { release_date: "2199-01-01" }),
    await release("draft release", [ofDraft], { published_at: null }),
    await release("scheduled release", [ofScheduled], {
      published_at: hoursFromNow(24),
      release_date: "2199-01-01",
    }),
    await release("deleted release", [], { deleted_at: new Date() }),
  ];
  const events = [
    await makeEvent(db, event("event")),
    await makeEvent(db, event("private event", { is_published: false })),
    await makeWithdrawnEvent(db, event("deleted event")),
  ];
  const comments = [
    await comment("comment"),
    await comment("pending comment", { is_approved: false }),
    await comment("comment hidden by an admin", { hidden_at: new Date() }),
  ];
  const sent = { status: "sent", started_at: new Date(), finished_at: new Date() } as const;
  const issues = [
    await issue("issue", { ...sent, in_archive: true }),
    await issue("draft issue"),
    await issue("scheduled issue", {
      status: "scheduled",
      scheduled_for: hoursFromNow(24),
      in_archive: true,
    }),
  ];
  // Its readers have its address, which leads to it.
  await issue("issue outside the archive", { ...sent, in_archive: false });

  const { token } = await makePrivateLink(db, {
    user_id,
    release_id: releases[2]?.id ?? null,
    name: wordFor("private link"),
    token: wordFor("private link").slice(0, 22).padEnd(22, "0"),
  });
  const photo = wordFor("photo");
  const photoFile = uploadAddress("photos", user_id, `${photo}.webp`);
  await makePhoto(db, { user_id, caption: photo, alt_text: photo, image_url: photoFile });
  const deletedPhoto = wordFor("recently deleted photo");
  await makeDeletedItem(db, user_id, {
    name: deletedPhoto,
    content: JSON.stringify({ row: { caption: deletedPhoto } }),
  });
  await video("video", { is_primary: true });
  await video("hidden video", { is_visible: false });
  await pageLink("page link");
  await pageLink("hidden page link", { is_visible: false });
  await pageLink("early page link", { shown_from: hoursFromNow(24) });
  await pageLink("late page link", { shown_until: hoursFromNow(-24) });
  await supportLink("support link", true);
  await supportLink("disabled support link", false);
  await makePictureOriginal(db, {
    user_id,
    file_url: uploadAddress("avatars", user_id, `${wordFor("whole picture")}.webp`),
  });
  await makeSocialLink(db, { user_id });
  await makePressKit(db, { user_id });
  const asking = wordFor("booking request");
  await makeBooking(db, { musician_id: user_id, requester_name: asking, message: asking });
  const reader = wordFor("subscriber");
  await makeSubscriber(db, {
    musician_id: user_id,
    subscriber_name: reader,
    subscriber_email: `${reader}-${customUrl}@example.org`,
    confirmed_at: new Date(),
  });

  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    id: user_id,
    customUrl,
    trackSlugs: tracks.map(({ slug }) => slug),
    releaseSlugs: releases.map(({ slug }) => slug),
    eventIds: idsOf(events),
    commentIds: idsOf(comments),
    issueIds: idsOf(issues),
    privateToken: token,
  };
}
