import type { FormatChoice } from "~/shared/formats";

/** The signed-in account, as far as the screens need it: the server has decided what it may do. */
export interface Account {
  id: string;
  artistName: string | null;
  customUrl: string | null;
  /** What they write in beside their page's language. */
  otherLanguages: string[];
  /** The account's own address, shown to no other account. */
  email: string;
  /** Admin or owner: sees Musician View, Admin, Messages and Press Kit. [1 §6, 2 §2] */
  canAdminister: boolean;
  /** Nothing is offered to such an account but the screen that says why. */
  isSuspended: boolean;
  /** Where signing in has just kept the account: when it would have been deleted. */
  keptFrom?: Date;
  /** Messages that wait to be read; 100 for that many and more. */
  unreadMessages: number;
  /** How its dates and numbers are written. */
  formats: FormatChoice;
}
