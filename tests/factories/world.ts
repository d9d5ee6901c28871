import type { Database } from "../../server/db/database.ts";
import {
  type Musician,
  makeAccountArchive,
  makeAddressChange,
  makeApiAnswer,
  makeApiKey,
  makeCredential,
  makeImport,
  makeKnownDevice,
  makeMusician,
  makePasskey,
  makePasskeyChallenge,
  makePasskeyFactor,
  makePendingSignUp,
  makePreferences,
  makeRecoveryCode,
  makeResetTicket,
  makeSession,
  makeSignInLink,
  makeSignInStep,
  makeTotpFactor,
  makeUser,
} from "./accounts.ts";
import { makeAuditEntry, makeBackup, makeInvitation, makeReport, makeWarning } from "./admin.ts";
import { makeNumbers } from "./analytics.ts";
import {
  makeBooking,
  makeComment,
  makeCommentSettings,
  makeDelivery,
  makeIssue,
  makeLetterPicture,
  makeSubscriber,
} from "./audience.ts";
import {
  makeArchivedMessage,
  makeAttachment,
  makeConversation,
  makeMessage,
  makeMessageSettings,
} from "./messages.ts";
import {
  makeBackground,
  makeDeletedItem,
  makeEvent,
  makeFormerAddress,
  makeFormerMusicSlug,
  makeNotice,
  makePageLink,
  makePaymentLink,
  makePhoto,
  makePictureOriginal,
  makePressKit,
  makePrivateLink,
  makeRelease,
  makeReleaseLink,
  makeReleaseTrack,
  makeReminder,
  makeRenderedPage,
  makeSocialLink,
  makeStoredImage,
  makeTrack,
  makeUpload,
  makeVideo,
  makeWithdrawnEvent,
  uploadAddress,
} from "./page.ts";
import { makeWebhookDelivery, makeWebhookEndpoint } from "./webhooks.ts";

/** A musician who has something in every table, both shown and hidden. Ids, unless the type says more. */
type Artist = Awaited<ReturnType<typeof makeArtist>>;

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** The world as one of its two artists sees it. */
export interface Relation {
  me: Artist;
  them: Artist;
  conversations: Record<"ours" | "mine with a third" | "theirs with a third", string>;
  messages: Record<
    | "mine to them"
    | "theirs to me"
    | "mine to a third"
    | "a third's to me"
    | "theirs to a third"
    | "a third's to them",
    string
  >;
  attachments: Record<"mine to them" | "theirs to me" | "mine to a third" | "theirs to a third", string>;
  reports: Record<"a visitor's" | "mine" | "theirs", string>;
}

/** Rows in every table: two artists with everything, each in conversation with the other and with a third musician. */
export async function makeWorld(db: Database) {
  const admin = await makeUser(db, { role: "admin" });
  const newcomer = await makeUser(db);
  const third = await makeMusician(db);
  const withoutForms = await makeMusician(db, { show_comments_section: false, show_booking_section: false });
  // Those of a new installation would stand among them.
  await db.asSystem().write((tx) => tx.deleteFrom("background_options").execute());
  const backgrounds = {
    active: (await makeBackground(db, { created_by: admin.id })).id,
    "taken off": (await makeBackground(db, { is_active: false })).id,
    "taken off, still in use": (await makeBackground(db, { is_active: false })).id,
  };
  const a = await makeArtist(
    db,
    await makeMusician(db, {
      background_id: backgrounds["taken off, still in use"],
      plays_on: false,
      has_podcast: true,
      embeds_on: false,
    }),
  );
  const b = await makeArtist(db, await makeMusician(db));
  const rateLimitKey = "sign-in:somebody";
  await db.asSystem().write((tx) => tx.insertInto("rate_limits").values({ key: rateLimitKey }).execute());
  const pendingSignUp = (await makePendingSignUp(db)).token_hash;
  const saltedDay = "2026-11-20";
  await db.asSystem().write((tx) =>
    tx
      .insertInto("analytics_salts")
      .values({ day: saltedDay, salt: Buffer.alloc(32, 7) })
      .execute(),
  );
  const mailCounter = "all";
  await db
    .asSystem()
    .write((tx) =>
      tx.insertInto("mail_counts").values({ day: saltedDay, counter: mailCounter, sent: 1 }).execute(),
    );
  const fileToRemove = uploadAddress("photos", third.id, "deleted.webp");
  await db.asSystem().write((tx) => tx.insertInto("files_to_remove").values({ url: fileToRemove }).execute());
  const backups = {
    done: (await makeBackup(db, { asked_by: admin.id })).id,
    failed: (await makeBackup(db, { state: "failed", failure: "The disk is full." })).id,
  };
  const errorKind = "request failed";
  await db.asSystem().write((tx) =>
    tx
      .insertInto("error_counts")
      .values({ hour: new Date("2026-11-23T10:00:00Z"), kind: errorKind, errors: 2, last_at: new Date() })
      .execute(),
  );
  const auditEntry = (await makeAuditEntry(db, { actor_id: admin.id, actor: admin.email })).id;

  const ab = await exchange(db, a, b);
  const aThird = await exchange(db, a, third);
  const bThird = await exchange(db, b, third);
  await makeMessageSettings(db, a.id, { blocked: withoutForms.id, conversation: aThird.id });
  await makeMessageSettings(db, b.id, { blocked: withoutForms.id, conversation: bThird.id });
  const reports = {
    visitors: (await makeReport(db, { comment_id: a.comment })).id,
    as: (await makeReport(db, { reporter_id: a.id, message_id: ab.received })).id,
    bs: (await makeReport(db, { reporter_id: b.id, message_id: ab.sent })).id,
  };
  const asA: Relation = {
    me: a,
    them: b,
    conversations: { ours: ab.id, "mine with a third": aThird.id, "theirs with a third": bThird.id },
    messages: {
      "mine to them": ab.sent,
      "theirs to me": ab.received,
      "mine to a third": aThird.sent,
      "a third's to me": aThird.received,
      "theirs to a third": bThird.sent,
      "a third's to them": bThird.received,
    },
    attachments: {
      "mine to them": (await makeAttachment(db, ab.sent, a.track)).id,
      "theirs to me": (await makeAttachment(db, ab.received, b.track)).id,
      "mine to a third": (await makeAttachment(db, aThird.sent, a.track)).id,
      "theirs to a third": (await makeAttachment(db, bThird.sent, b.track)).id,
    },
    reports: { "a visitor's": reports.visitors, mine: reports.as, theirs: reports.bs },
  };
  const asB: Relation = {
    me: b,
    them: a,
    conversations: { ours: ab.id, "mine with a third": bThird.id, "theirs with a third": aThird.id },
    messages: {
      "mine to them": ab.received,
      "theirs to me": ab.sent,
      "mine to a third": bThird.sent,
      "a third's to me": bThird.received,
      "theirs to a third": aThird.sent,
      "a third's to them": aThird.received,
    },
    attachments: {
      "mine to them": asA.attachments["theirs to me"],
      "theirs to me": asA.attachments["mine to them"],
      "mine to a third": asA.attachments["theirs to a third"],
      "theirs to a third": asA.attachments["mine to a third"],
    },
    reports: { "a visitor's": reports.visitors, mine: reports.bs, theirs: reports.as },
  };
  return {
    admin,
    newcomer,
    third,
    withoutForms,
    backgrounds,
    rateLimitKey,
    pendingSignUp,
    saltedDay,
    mailCounter,
    fileToRemove,
    auditEntry,
    backups,
    errorKind,
    a,
    b,
    asA,
    asB,
  };
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000);

async function makeArtist(db: Database, musician: Musician) {
  const user_id = musician.id;
  const musician_id = musician.id;
  await makeCredential(db, { user_id });
  await makeTotpFactor(db, { user_id });
  await makePasskeyFactor(db, user_id);
  await makeCommentSettings(db, { musician_id });
  const track = await makeTrack(db, { user_id });
  const music = await makeReleases(db, user_id, track.id);
  const subscriber = (await makeSubscriber(db, { musician_id })).id;
  const draft = await makeIssue(db, { musician_id });
  const draftIssue = draft.id;
  const sent = { musician_id, status: "sent", started_at: new Date() } as const;
  const issue = (await makeIssue(db, { ...sent, in_archive: true })).id;
  const unlistedIssue = (await makeIssue(db, sent)).id;
  await makeNumbers(db, { user_id, track_id: track.id });
  await makePreferences(db, user_id);
  const apiKey = await makeApiKey(db, { user_id });
  return {
    ...musician,
    apiKey: apiKey.id,
    apiAnswer: (await makeApiAnswer(db, apiKey)).idempotency_key,
    session: (await makeSession(db, { user_id })).token_hash,
    device: (await makeKnownDevice(db, user_id)).token_hash,
    recoveryCode: (await makeRecoveryCode(db, user_id)).code_hash,
    signInStep: (await makeSignInStep(db, { user_id })).token_hash,
    passkey: (await makePasskey(db, { user_id })).id,
    challenge: (await makePasskeyChallenge(db, user_id)).challenge_hash,
    ticket: (await makeResetTicket(db, { user_id })).id,
    addressChange: (await makeAddressChange(db, { user_id })).id,
    archive: await makeAccountArchive(db, user_id),
    import: (await makeImport(db, { user_id })).id,
    signInLink: (await makeSignInLink(db, { user_id })).token_hash,
    track,
    ...music,
    hiddenTrack: await makeTrack(db, { user_id, is_visible: false }),
    photo: (await makePhoto(db, { user_id })).id,
    storedImage: (await makeStoredImage(db, { user_id })).url,
    pictureOriginal: (await makePictureOriginal(db, { user_id })).file_url,
    deleted: await makeDeletedItem(db, user_id),
    upload: await makeUpload(db, user_id),
    renderedPage: (await makeRenderedPage(db, { user_id })).path,
    socialLink: (await makeSocialLink(db, { user_id })).id,
    pageLink: (
      await makePageLink(db, { user_id, shown_from: hoursFromNow(-1), shown_until: hoursFromNow(1) })
    ).id,
    hiddenPageLink: (await makePageLink(db, { user_id, is_visible: false })).id,
    earlyPageLink: (await makePageLink(db, { user_id, shown_from: hoursFromNow(1) })).id,
    latePageLink: (await makePageLink(db, { user_id, shown_until: hoursFromNow(-1) })).id,
    paymentLink: (await makePaymentLink(db, { user_id })).id,
    disabledPaymentLink: (await makePaymentLink(db, { user_id, is_enabled: false })).id,
    video: (await makeVideo(db, { user_id, is_primary: true })).id,
    hiddenVideo: (await makeVideo(db, { user_id, is_visible: false })).id,
    pressKit: (await makePressKit(db, { user_id })).id,
    event: (await makeEvent(db, { user_id })).id,
    draft: (await makeEvent(db, { user_id, is_published: false })).id,
    formerAddress: (await makeFormerAddress(db, { user_id })).custom_url,
    withdrawnEvent: (await makeWithdrawnEvent(db, { user_id })).id,
    comment: (await makeComment(db, { musician_id, answer: "Thank you!", answered_at: new Date() })).id,
    pendingComment: (await makeComment(db, { musician_id, is_approved: false })).id,
    booking: (await makeBooking(db, { musician_id })).id,
    subscriber,
    issue,
    draftIssue,
    unlistedIssue,
    letterPicture: (await makeLetterPicture(db, draft)).id,
    mailedPicture: (await makeLetterPicture(db, draft, { mailed_at: new Date() })).id,
    delivery: await makeDelivery(db, issue, subscriber),
    doubtfulDelivery: await makeDelivery(db, draftIssue, subscriber, "unknown"),
    archivedMessage: (await makeArchivedMessage(db, { user_id })).id,
    warning: (await makeWarning(db, { user_id })).id,
    invitation: (await makeInvitation(db, { used_by: user_id, used_at: new Date() })).id,
    webhook: await makeWebhook(db, user_id),
  };
}

async function makeWebhook(db: Database, user_id: string) {
  const endpoint = await makeWebhookEndpoint(db, { user_id, subjects: ["release"] });
  return { endpoint: endpoint.id, delivery: (await makeWebhookDelivery(db, endpoint)).id };
}

/** A release that is announced, a draft and a deleted one, each with what belongs to it. */
async function makeReleases(db: Database, user_id: string, trackId: string) {
  const release = await makeRelease(db, { user_id, release_date: "2199-01-01" });
  const draftRelease = await makeRelease(db, { user_id, published_at: null });
  const deletedRelease = await makeRelease(db, { user_id, deleted_at: new Date() });
  const trackToCome = await makeTrack(db, { user_id });
  const draftTrack = await makeTrack(db, { user_id });
  await makeReleaseTrack(db, release, trackToCome.id);
  await makeReleaseTrack(db, draftRelease, draftTrack.id);
  const former = async (of: { kind: "track"; track_id: string } | { kind: "release"; release_id: string }) =>
    (await makeFormerMusicSlug(db, { user_id, ...of })).slug;
  return {
    release: release.id,
    draftRelease: draftRelease.id,
    deletedRelease: deletedRelease.id,
    trackToCome,
    draftTrack,
    releaseLink: (await makeReleaseLink(db, release)).id,
    privateLink: (await makePrivateLink(db, { user_id, release_id: draftRelease.id })).id,
    draftReleaseLink: (await makeReleaseLink(db, draftRelease)).id,
    reminder: (await makeReminder(db, release)).id,
    doubtfulReminder: (await makeReminder(db, release, { status: "unknown" })).id,
    notice: (await makeNotice(db, release)).release_id,
    formerTrackSlug: await former({ kind: "track", track_id: trackId }),
    formerTrackToComeSlug: await former({ kind: "track", track_id: trackToCome.id }),
    formerReleaseSlug: await former({ kind: "release", release_id: release.id }),
    formerDraftSlug: await former({ kind: "release", release_id: draftRelease.id }),
  };
}

/** A conversation with one message in each direction. */
async function exchange(db: Database, one: { id: string }, other: { id: string }) {
  const { id } = await makeConversation(db, one.id, other.id);
  const sent = await makeMessage(db, { conversation_id: id, sender_id: one.id });
  const received = await makeMessage(db, { conversation_id: id, sender_id: other.id });
  return { id, sent: sent.id, received: received.id };
}
