import type { QueueOptions } from "pg-boss";
import { z } from "zod";
import { notificationKinds } from "../../app/shared/notification-kinds.ts";
import type { ApplicationRole } from "../db/roles.ts";

/** The mail that tells the requester of a booking the decision, by when the musician asked for it. */
const answer = z.object({ bookingId: z.uuid(), mailId: z.uuid(), toldAt: z.iso.datetime() });

/** A report that a letter has come back, with an enhanced status code. */
const bounce = z.object({ status: z.string(), isPermanent: z.boolean(), at: z.iso.datetime() });

/** Every kind of background work and the shape of its data. */
const shapes = {
  "account.archive": z.object({ archiveId: z.uuid() }),
  "backup.make": z.object({ backupId: z.uuid() }),
  "bookings.unanswered": answer,
  "bookings.answer": answer,
  "bookings.tell": z.object({
    bookingId: z.uuid(),
    /** The ids of the mails to send: the news for the musician, the receipt for the requester. */
    newsId: z.uuid().optional(),
    receiptId: z.uuid().optional(),
  }),
  /** The rows of an archive that wait to come in. */
  "imports.bring": z.object({ importId: z.uuid() }),
  "mail.send": z.object({
    id: z.uuid().optional(),
    to: z.string(),
    replyTo: z.string().optional(),
    fromName: z.string().optional(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    unsubscribeUrl: z.string().optional(),
    /** The artist whose page it comes from, where its address is unconfirmed: such mails are counted. */
    onPageOf: z.uuid().optional(),
  }),
  "messages.tell": z.object({ conversationId: z.uuid(), recipientId: z.uuid() }),
  /** A letter to a subscriber has come back; `earlier`: the reports that were found with this one, the earliest first. */
  "newsletter.bounced": bounce.extend({ subscriberId: z.uuid(), earlier: z.array(bounce).default([]) }),
  "newsletter.confirm": z.object({ musicianId: z.uuid(), email: z.string() }),
  "newsletter.send": z.object({ letterId: z.uuid() }),
  "notifications.tell": z.object({ userId: z.uuid(), about: z.enum([...notificationKinds, "daily"]) }),
  "picture.sizes": z.object({ url: z.string() }),
  /** A fan wants to be told when a release is out; `newsletter` where that was ticked too. */
  "reminders.confirm": z.object({ releaseId: z.uuid(), email: z.string(), newsletter: z.boolean() }),
  "reminders.send": z.object({ releaseId: z.uuid() }),
  "track.analyse": z.object({ trackId: z.uuid() }),
  "track.clean": z.object({ trackId: z.uuid() }),
  "track.copy": z.object({ trackId: z.uuid() }),
  /** The moment has come at which a release is published. */
  "webhooks.release": z.object({ releaseId: z.uuid() }),
  "webhooks.send": z.object({ endpointId: z.uuid() }),
};

export type JobName = keyof typeof shapes;
export type JobData<Name extends JobName> = z.output<(typeof shapes)[Name]>;

export const jobs: { [Name in JobName]: z.ZodType<JobData<Name>> } = shapes;

export const jobNames = Object.keys(jobs).filter((name): name is JobName => name in jobs);

const caused = z.object({ requestId: z.string().optional() });

/** The id of the request that has caused a job: `app.enqueue` puts it beside what the job's shape has. */
export function causeOf(data: unknown): string | undefined {
  return caused.safeParse(data).data?.requestId;
}

/**
 * The jobs that each role's transactions may request; the system may request any. A visitor's jobs only name rows, of
 * which the work itself makes the mails: no visitor writes a mail's text or recipient.
 */
export const requestableBy: Record<Exclude<ApplicationRole, "system">, JobName[]> = {
  visitor: [
    "bookings.tell",
    "newsletter.confirm",
    "notifications.tell",
    "reminders.confirm",
    "webhooks.send",
  ],
  musician: [
    "bookings.answer",
    "imports.bring",
    "mail.send",
    "messages.tell",
    "newsletter.send",
    "notifications.tell",
    "reminders.send",
    "track.analyse",
    "webhooks.release",
    "webhooks.send",
  ],
  admin: ["backup.make"],
};

/** Five tries in all, within a quarter of an hour. */
const ofMail: QueueOptions = {
  retryLimit: 4,
  retryDelay: 60,
  retryBackoff: true,
  expireInSeconds: 120,
  // A mail may hold a link that signs in, of which the database otherwise keeps only a hash.
  deleteAfterSeconds: 60,
};

/** It fails only while the files are out of reach; a job that is given up is taken up again within the hour. */
const ofFile: QueueOptions = {
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
  // One that waits for its turn counts as well.
  expireInSeconds: 30 * 60,
  deleteAfterSeconds: 60,
};

/** It takes minutes. A process that works on it says so all the while, so that another takes over soon when it dies. */
const ofCopy: QueueOptions = {
  ...ofFile,
  retryDelay: 15,
  expireInSeconds: 2 * 60 * 60,
  heartbeatSeconds: 30,
};

/** It ends by itself within three hours, and fails only with its process: then another one begins anew. */
const ofArchive: QueueOptions = { ...ofCopy, expireInSeconds: 4 * 60 * 60 };

/** A backup that fails isn't tried again by itself: its row says why, and the admin decides. */
const ofBackup: QueueOptions = {
  retryLimit: 0,
  expireInSeconds: 12 * 60 * 60,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 60,
};

/** Each works on one mail to many for some seconds, and leaves another for the rest. */
const ofDelivery: QueueOptions = {
  retryLimit: 10,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 300,
  deleteAfterSeconds: 60,
};

/** It fails only while the database is away, or with its process: then no process holds the endpoint at the next try. */
const ofWebhook: QueueOptions = {
  retryLimit: 10,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 60,
  deleteAfterSeconds: 60,
};

/** How often each kind is tried again after its first failure, and how patiently. Times in seconds. */
export const queueOptions: Record<JobName, QueueOptions & { deadLetter?: JobName }> = {
  "account.archive": ofArchive,
  "backup.make": ofBackup,
  // Made by the queue itself, of each answer that was given up.
  "bookings.unanswered": ofMail,
  "bookings.answer": { ...ofMail, deadLetter: "bookings.unanswered" },
  "bookings.tell": ofMail,
  "imports.bring": ofCopy,
  "mail.send": ofMail,
  "messages.tell": ofMail,
  "newsletter.bounced": ofMail,
  "newsletter.confirm": ofMail,
  "newsletter.send": ofDelivery,
  "notifications.tell": ofMail,
  "picture.sizes": ofFile,
  "reminders.confirm": ofMail,
  "reminders.send": ofDelivery,
  "track.analyse": ofFile,
  "track.clean": ofFile,
  "track.copy": ofCopy,
  "webhooks.release": ofWebhook,
  "webhooks.send": ofWebhook,
};

/** How many jobs of a kind one process works on at the same time; at least 2, or a backlog waits for polls. */
export const jobsAtOnce: Record<JobName, number> = {
  "account.archive": 2,
  // One at a time all the same: see `backups_one_at_a_time`.
  "backup.make": 2,
  "bookings.unanswered": 5,
  "bookings.answer": 5,
  "bookings.tell": 5,
  "imports.bring": 2,
  "mail.send": 5,
  "messages.tell": 5,
  "newsletter.bounced": 5,
  "newsletter.confirm": 5,
  "newsletter.send": 2,
  "notifications.tell": 5,
  // They take turns: see `storeVariants`.
  "picture.sizes": 2,
  "reminders.confirm": 5,
  "reminders.send": 2,
  // They take turns: see `analyseSound`.
  "track.analyse": 2,
  "track.clean": 2,
  "track.copy": 2,
  "webhooks.release": 2,
  // A slow endpoint holds up the others of its batch alone: see `batchesAtOnce`.
  "webhooks.send": 2,
};

/** How many such batches one process works on at the same time; one, unless stated here. */
export const batchesAtOnce: Partial<Record<JobName, number>> = { "webhooks.send": 5 };

/** Does the work of one kind. It may run twice for the same job, and again after it threw. */
export type JobHandler<Name extends JobName> = (data: JobData<Name>) => Promise<void>;
export type JobHandlers = { [Name in JobName]?: JobHandler<Name> };
