import { z } from "zod";
import type { FormValues } from "~/shared/forms";
import { plainText } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { isBlank, version } from "~/shared/text-fields";
import type { MessageSettings } from "./queries.server";

/** As many UTF-16 units; the table counts characters, of which there are never more. */
export const contentLimit = 5000;
/** In one message. */
export const trackLimit = 20;
export const reasonLimit = 500;
const searchLimit = 100;

/** Texts of [2 §8], and in their manner. */
export const texts = {
  listFailure: msg("Failed to load conversations"),
  messagesFailure: msg("Failed to load messages"),
  sendFailure: msg("Failed to send message"),
  sendOffline: msg("You are offline. Your message goes by itself once you are connected."),
  startFailure: msg("Unable to start conversation. Please try again."),
  startConflict: msg("Conversation already exists. Please refresh and try again."),
  gone: msg("This conversation does not exist any more."),
  tooLong: msg("A message can have at most 5,000 characters. Please shorten it, or send it in parts."),
  empty: msg("Write something, or choose a track."),
  tooManyTracks: () => t("At most {limit} tracks fit into one message.", { limit: trackLimit }),
  foreignTrack: msg("One of these tracks can't be shared any more. Please choose again."),
  started: () => ({
    failed: (reason: string) => t("Failed to create conversation: {reason}", { reason }),
    unexpected: t("Failed to create conversation. Please try again."),
    signedOut: t("Permission denied. Please ensure you are logged in and try again."),
  }),
  blockDone: msg("Musician blocked"),
  unblockDone: msg("Musician unblocked"),
  reportGone: msg("This message does not exist any more."),
  reportDone: msg("Message reported. Thank you."),
  settingsDone: msg("Message settings saved"),
  unreachable: msg("This musician can't be written to at the moment."),
  blocked: msg("You have blocked this musician. Unblock them first."),
  blockFailure: msg("Failed to block this musician"),
  unblockFailure: msg("Failed to unblock this musician"),
  reportFailure: msg("Failed to report the message"),
  settingsFailure: msg("Failed to save message settings"),
};

/** [2 §5] */
export function sharedTracksText(count: number): string {
  return t("{count, plural, one {Shared # track} other {Shared # tracks}}", { count });
}

/** A message as it is read: what stands for tracks alone is stored in English. */
export function shownContent(content: string): string {
  const [, count] = /^Shared (\d+) tracks?$/.exec(content) ?? [];
  return count ? sharedTracksText(Number(count)) : content;
}

const ids = z
  .string()
  .default("")
  .transform((text) => (text === "" ? [] : text.split(",")));

/** The text to be sent; empty where it holds no visible character. */
export function contentOf(text: string): string {
  return isBlank(text) ? "" : plainText(text);
}

const contentSchema = z
  .string({ error: texts.empty })
  .transform(contentOf)
  .pipe(z.string().max(contentLimit, texts.tooLong));

/** The forms that the browser posts without leaving the screen. */
export const feedActionSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("send-message"),
      conversation: z.uuid(),
      /** Made by the browser: the same message again has the same. */
      clientId: z.uuid(),
      content: contentSchema,
      /** Ids of own tracks, with commas between them. */
      tracks: ids.pipe(
        z
          .array(z.uuid())
          .max(trackLimit, { error: texts.tooManyTracks })
          .transform((tracks) => [...new Set(tracks)]),
      ),
    })
    .refine(({ content, tracks }) => content !== "" || tracks.length > 0, {
      path: ["content"],
      error: texts.empty,
    }),
  z.object({
    intent: z.literal("mark-read"),
    conversation: z.uuid(),
    upTo: z.coerce.number().int().positive(),
  }),
]);

export type NewMessage = Extract<z.output<typeof feedActionSchema>, { intent: "send-message" }>;

/** The problem of a text that can't be sent as it stands, in English; else undefined. */
export function contentProblem(text: string): string | undefined {
  const parsed = contentSchema.safeParse(text);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

const search = z
  .string()
  .default("")
  .transform((text) => text.replaceAll("\0", "").trim().slice(0, searchLimit));
const sequence = z.coerce.number().int().nonnegative();

/** The requests that the browser sends without leaving the screen. */
export const feedSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("unread") }),
  /** The messages after number `after` of the conversation that is open, if any, and is shown from `from` on. */
  z.object({
    what: z.literal("changes"),
    conversation: z.uuid().optional(),
    from: sequence.default(0),
    after: sequence.default(0),
  }),
  z.object({ what: z.literal("history"), conversation: z.uuid(), before: sequence }),
  /** Conversations after the one named, which stood at that time in the list. */
  z.object({ what: z.literal("conversations"), afterId: z.uuid(), afterAt: z.iso.datetime() }),
  z.object({ what: z.literal("people"), search, after: z.uuid().optional() }),
  z.object({ what: z.literal("tracks"), after: z.uuid().optional() }),
]);

export const settingsSchema = z.object({
  intent: z.literal("save-settings"),
  hidesEmail: z.coerce.boolean().default(false),
  mailsNew: z.coerce.boolean().default(false),
  version,
});

/** The settings as their form holds them. */
export function settingsValues({ hidesEmail, mailsNew }: MessageSettings): FormValues {
  return { hidesEmail: hidesEmail ? "on" : "", mailsNew: mailsNew ? "on" : "" };
}

export const reportSchema = z.object({
  intent: z.literal("report-message"),
  id: z.uuid(),
  reason: z
    .string()
    .default("")
    .transform(contentOf)
    .pipe(
      z
        .string()
        .min(1, msg("Please say what is wrong with it"))
        .max(reasonLimit, { error: () => t("At most {limit} characters, please", { limit: reasonLimit }) }),
    ),
});

/** The forms of the screen. */
export const messageActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start-conversation"), person: z.uuid() }),
  z.object({ intent: z.literal("block-musician"), id: z.uuid() }),
  z.object({ intent: z.literal("unblock-musician"), id: z.uuid() }),
  reportSchema,
  settingsSchema,
]);

export type MessageAction = z.output<typeof messageActionSchema>;
