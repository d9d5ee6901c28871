import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Account, announce, cancelUpload, sendPiece } from "../harness/account.ts";

/** What fans look at, and what fans and musicians write. */
export type Read = "cached page" | "picture" | "page that changes";
export type Write = "event" | "comment" | "subscription" | "upload";

export interface Musician extends Account {
  /** The path of their page. */
  page: string;
}

export interface Scene {
  origin: string;
  /** Pages that nobody changes. */
  quietPages: string[];
  /** The path of a public picture. */
  picture: string;
  musicians: Musician[];
  /** New for each load, so that no limit counts what an earlier one has left. */
  photographer: Musician;
  photo: Buffer;
}

interface Outcome {
  /** When it was over, since the load began. */
  atMs: number;
  ms: number;
  /** Undefined where it was answered as it should be: otherwise the status, or the error's code. */
  failure: string | undefined;
}

/** What came of all requests, and the names of what was written. */
export interface Experience {
  outcomes: Map<Read | Write, Outcome[]>;
  /** Answered as done: each must be there once. */
  acknowledged: Map<Write, string[]>;
  /** Answered otherwise or not at all: each may be there once. */
  unclear: Map<Write, string[]>;
}

export const photoFile = { kind: "photo", name: "stage.jpg", type: "image/jpeg" };
const answeredWithinMs = 20_000;
const fans = 6;

interface Answer {
  status: number;
  text: string;
}

/**
 * Fans and musicians at work for `seconds`, each with an address of their own, so that the entrance spreads them over all servers.
 * Nobody tries a write again: a program that does could not tell whose fault a second row is.
 */
export async function loadFor(scene: Scene, seconds: number): Promise<Experience> {
  const begun = Date.now();
  const experience: Experience = { outcomes: new Map(), acknowledged: new Map(), unclear: new Map() };
  const isOver = () => Date.now() - begun > seconds * 1000;

  async function note(kind: Read | Write, work: () => Promise<true | Answer>): Promise<boolean> {
    const sent = Date.now();
    let failure: string | undefined;
    try {
      const result = await work();
      if (result !== true) failure = String(result.status);
    } catch (error) {
      failure = codeOf(error);
    }
    const outcome = { atMs: Date.now() - begun, ms: Date.now() - sent, failure };
    experience.outcomes.set(kind, [...(experience.outcomes.get(kind) ?? []), outcome]);
    return failure === undefined;
  }

  /** Repeats a request, so many milliseconds between one's answer and the next. */
  async function again(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!isOver()) {
      await work();
      await pause(everyMs);
    }
  }

  /** @param work says itself how what it writes is called where only the server knows */
  async function write(
    kind: Write,
    name: string,
    work: (call: (name: string) => void) => Promise<true | Answer>,
  ): Promise<void> {
    let known = name;
    const isDone = await note(kind, () => work((said) => (known = said)));
    const names = isDone ? experience.acknowledged : experience.unclear;
    names.set(kind, [...(names.get(kind) ?? []), known]);
  }

  async function fan(number: number): Promise<void> {
    const visitor = new Visitor(scene.origin, `127.0.1.${number + 1}`);
    const shown = ({ status, text }: Answer) => (status === 200 && text.length > 1000) || { status, text };
    let count = number;
    await again(150, async () => {
      count++;
      const musician = scene.musicians[count % scene.musicians.length];
      const page = scene.quietPages[count % scene.quietPages.length] ?? "/";
      await note("cached page", async () => shown(await visitor.get(page)));
      if (count % 5 === 1 && musician) {
        await note("page that changes", async () => shown(await visitor.get(musician.page)));
      }
    });
    visitor.leave();
  }

  /** Apart from the pages, which a browser doesn't keep waiting for a picture either. */
  async function lookAtPicture(): Promise<void> {
    const visitor = new Visitor(scene.origin, "127.0.3.1");
    await again(200, () =>
      note("picture", async () => {
        const { status, text } = await visitor.get(scene.picture);
        return (status === 200 && text.length > 100) || { status, text };
      }),
    );
    visitor.leave();
  }

  async function saveEvents(musician: Musician, number: number): Promise<void> {
    const visitor = new Visitor(scene.origin, `127.0.2.${number + 1}`);
    await again(250, async () => {
      const title = `Night ${randomUUID()}`;
      const form = { intent: "save-event", title, event_type: "concert", event_date: "2031-01-01" };
      await write("event", title, async () => {
        const answer = await visitor.post("/events.data", form, musician.headers.Cookie);
        return (answer.status === 200 && answer.text.includes('"done"')) || answer;
      });
    });
    visitor.leave();
  }

  /** The forms of a page, each sent by another fan. */
  async function sendForms(musician: Musician, number: number): Promise<void> {
    const { page } = musician;
    let count = 0;
    await again(700, async () => {
      const name = randomUUID();
      const visitor = new Visitor(scene.origin, `127.1.${number + 1}.${(count++ % 250) + 1}`);
      const isSubscription = count % 3 === 0;
      const form: Record<string, string> = isSubscription
        ? { intent: "subscribe", subscriber_name: "Ada", subscriber_email: `${name}@example.org` }
        : { intent: "comment", author_name: "Ada", content: `Lovely ${name}` };
      await write(isSubscription ? "subscription" : "comment", name, async () => {
        const answer = await visitor.post(page, form);
        return answer.status === 303 || answer;
      });
      visitor.leave();
    });
  }

  async function uploadPhotos(musician: Musician): Promise<void> {
    await again(1500, async () => {
      await write("upload", "", async (call) => {
        const { location, ...answer } = await announce(scene, musician, photoFile, scene.photo.length);
        if (answer.status !== 201) return answer;
        call(location.slice(location.lastIndexOf("/") + 1));
        let isDone = false;
        try {
          const sent = await sendPiece(musician, location, scene.photo, 0);
          isDone = sent.status < 300;
          return isDone || sent;
        } finally {
          // Who gives a file up doesn't leave it to count as unfinished.
          if (!isDone) await cancelUpload(musician, location).catch(() => {});
        }
      });
    });
  }

  await Promise.all([
    ...Array.from({ length: fans }, (_, number) => fan(number)),
    lookAtPicture(),
    ...scene.musicians.map(saveEvents),
    ...scene.musicians.map(sendForms),
    uploadPhotos(scene.photographer),
  ]);
  return experience;
}

/** Somebody with an address and a kept connection of their own. */
class Visitor {
  readonly #agent: Agent;
  readonly #origin: string;

  constructor(origin: string, localAddress: string) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  }

  get(path: string): Promise<Answer> {
    return this.#send("GET", path, {});
  }

  post(path: string, form: Record<string, string>, cookie = ""): Promise<Answer> {
    const body = new URLSearchParams(form).toString();
    const headers = {
      Origin: this.#origin,
      Cookie: cookie,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
    };
    return this.#send("POST", path, headers, body);
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** @throws Error where no whole answer comes in time */
  async #send(
    method: string,
    path: string,
    headers: Record<string, string | number>,
    body?: string,
  ): Promise<Answer> {
    const signal = AbortSignal.timeout(answeredWithinMs);
    const sending = request(this.#origin + path, { agent: this.#agent, method, headers, signal });
    sending.end(body);
    const [answer]: IncomingMessage[] = await once(sending, "response");
    if (!answer) throw new Error("no answer");
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece);
    return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString("latin1") };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no answer";
  if (error.cause instanceof Error) return codeOf(error.cause);
  return "code" in error ? String(error.code) : error.message;
}
