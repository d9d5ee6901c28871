/** What mails tell a musician of. */
export const notificationKinds = ["bookings", "comments", "messages", "subscribers"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** When they do. */
export const frequencies = ["at_once", "daily", "never"] as const;
export type Frequency = (typeof frequencies)[number];

/** A mail of one kind alone, or the daily one. */
export type NotificationMail = NotificationKind | "daily";
