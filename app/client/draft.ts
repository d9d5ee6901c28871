import { z } from "zod";
import type { FormValues } from "~/shared/forms";
import { accountHeaders } from "~/shared/sign-in-again";

/** What was typed into a form and not saved, perhaps on another device. */
export interface Draft {
  fields: FormValues;
  /** ISO 8601 */
  updated_at: string;
}

const path = "/drafts";
const draftShape = z.object({ fields: z.record(z.string(), z.string()), updated_at: z.string() }).nullable();
/** After the last key. */
const restMs = 1_200;
const patienceMs = 15_000;

/**
 * Keeps what is typed into one form on the server, a moment after each pause, and when the page is left. It interrupts
 * nothing: without a connection or a session the next pause tries again. Nothing is kept before it is known whether there
 * is an earlier draft, nor while one waits for a decision: it would be overwritten.
 */
export class DraftKeeper {
  readonly #about: string;
  #isHeld = true;
  /** Whether the server may have a draft of the form. */
  #isKept = false;
  /** What is to be sent: null drops the draft. */
  #waiting: FormValues | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<unknown> = Promise.resolve();

  /** @param about names the form, such as 'event:new' */
  constructor(about: string) {
    this.#about = about;
    addEventListener("pagehide", this.#sendNow);
  }

  /** The earlier draft. Where there is one, `release` begins the keeping. */
  async read(): Promise<Draft | null> {
    const draft = await fetch(`${path}?${new URLSearchParams({ about: this.#about })}`, {
      headers: accountHeaders(),
      signal: AbortSignal.timeout(patienceMs),
    })
      .then(async (answer) => (answer.ok ? draftShape.parse(await answer.json()) : null))
      .catch(() => null);
    if (draft) this.#isKept = true;
    else this.release();
    return draft;
  }

  /** The earlier draft has been taken over, or isn't wanted. */
  release(): void {
    this.#isHeld = false;
    this.#sendSoon();
  }

  keep(fields: FormValues): void {
    this.#waiting = fields;
    this.#sendSoon();
  }

  /** Forgets the draft: what it held is saved, or isn't wanted. */
  drop(): void {
    this.#waiting = undefined;
    // There is none, or it isn't known yet: then what comes is offered first, as ever.
    if (!this.#isKept) return;
    this.#waiting = null;
    this.#isHeld = false;
    this.#sendNow();
  }

  /** The form is gone from the screen. */
  close(): void {
    removeEventListener("pagehide", this.#sendNow);
    this.#sendNow();
  }

  #sendSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#sendNow, restMs);
  }

  readonly #sendNow = (): void => {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    if (this.#isHeld || waiting === undefined) return;
    this.#waiting = undefined;
    this.#isKept = waiting !== null;
    const body = new URLSearchParams({
      about: this.#about,
      ...(waiting ? { intent: "keep-draft", fields: JSON.stringify(waiting) } : { intent: "drop-draft" }),
    });
    // One after the other: a draft that is dropped doesn't come back with the answer to its last words.
    this.#sending = this.#sending.then(() => send(body));
  };
}

/** What outlives its page has a limit, above which browsers refuse it. */
const keepaliveLimit = 60_000;

async function send(body: URLSearchParams): Promise<void> {
  await fetch(path, {
    method: "POST",
    body,
    headers: accountHeaders(),
    keepalive: body.toString().length < keepaliveLimit,
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {});
}
