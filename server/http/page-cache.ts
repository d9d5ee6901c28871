/** A loader's word that its page is the same for every stranger, and for how long. */
export interface PagePermit {
  /** Whose rows it shows: their user ids. A change of any of these drops it. */
  tags: string[];
  /** When it grows stale by itself: the next relative time changes, or the day does. */
  until: Date;
}
