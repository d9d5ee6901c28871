import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime from "postal-mime";

export interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string | undefined;
  /** Every web address in the text, in order. */
  links: string[];
}

export interface Mailbox {
  /** The oldest mail to this address that was not handed out yet; waits for it, at most 10 s. */
  next(to: string): Promise<ReceivedMail>;
  /** Everything that has arrived, oldest first. */
  all(): Promise<ReceivedMail[]>;
}

const withinMs = 10_000;
const lookEveryMs = 50;

/** Reads what a server without SMTP has "sent": the `.eml` files in its data folder. */
export function openMailbox(dataDir: string): Mailbox {
  const folder = join(dataDir, "mail");
  const handedOut = new Set<string>();

  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch(() => []);
    return found.filter((name) => name.endsWith(".eml")).sort();
  }

  return {
    async next(to) {
      const deadline = performance.now() + withinMs;
      const others = new Set<string>();
      while (performance.now() < deadline) {
        for (const name of await names()) {
          if (handedOut.has(name) || others.has(name)) continue;
          const mail = await parsed(join(folder, name));
          if (mail.to === to) {
            handedOut.add(name);
            return mail;
          }
          others.add(name);
        }
        await delay(lookEveryMs);
      }
      throw new Error(`no mail to ${to} came within ${withinMs} ms; ${others.size} others did`);
    },

    async all() {
      return Promise.all((await names()).map((name) => parsed(join(folder, name))));
    },
  };
}

async function parsed(file: string): Promise<ReceivedMail> {
  const { to, from, subject, text, html } = await PostalMime.parse(await readFile(file));
  return {
    to: to?.[0]?.address ?? "",
    from: from?.address ?? "",
    subject: subject ?? "",
    text: (text ?? "").trimEnd(),
    html,
    links: (text ?? "").match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}
