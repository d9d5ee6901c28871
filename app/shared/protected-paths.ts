/** The first segments of every address behind the sign-in gate. [1 §2 Route table] */
const protectedSegments = new Set([
  "profile",
  "music",
  "gallery",
  "social-links",
  "comments",
  "settings",
  "video",
  "press-kit",
  "booking-requests",
  "events",
  "analytics",
  "newsletter",
  "messages",
  "musician-dashboard",
  "dashboard",
  "admin",
  "account",
  "confirm-password",
  "handbill",
  "drafts",
  "recently-deleted",
]);

/** Whether this address needs an account. For screens on the way there; the gates themselves are middleware. */
export function isProtected(pathname: string): boolean {
  return protectedSegments.has(pathname.split("/")[1] ?? "");
}
