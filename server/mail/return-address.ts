import { createHmac, timingSafeEqual } from "node:crypto";

// A mail's return address, which its envelope carries and to which other mail servers report that it could not be delivered, says
// whose mail it was: `bounces+{key}@music.example`. Such a report may come from anyone, so the key is signed: it can't be made
// for another recipient, and only those who have had the mail know it.

const keyBytes = 16;
const markBytes = 10;
const letters = "abcdefghijklmnopqrstuvwxyz234567";
const keyShape = /\+([a-z2-7]{42})@/gi;

export interface ReturnAddresses {
  /** @param key a UUID: the recipient's */
  of(key: string): string;
  /** The key of a return address of ours in this text, undefined where there is none. */
  keyIn(text: string): string | undefined;
}

/** @param address where reports arrive, whose mailbox takes what is sent to `name+anything@domain` */
export function returnAddresses(address: string, secret: string): ReturnAddresses {
  const signingKey = createHmac("sha256", secret).update("handbill return addresses").digest();
  const markOf = (key: Buffer) =>
    createHmac("sha256", signingKey).update(key).digest().subarray(0, markBytes);
  return {
    of(key) {
      const bytes = Buffer.from(key.replaceAll("-", ""), "hex");
      return address.replace("@", `+${inLetters(Buffer.concat([bytes, markOf(bytes)]))}@`);
    },
    keyIn(text) {
      for (const [, found = ""] of text.matchAll(keyShape)) {
        const bytes = fromLetters(found.toLowerCase());
        const key = bytes.subarray(0, keyBytes);
        if (timingSafeEqual(bytes.subarray(keyBytes), markOf(key))) {
          return key.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
        }
      }
      return undefined;
    },
  };
}

/** In base 32 (RFC 4648): mail servers may change an address's case. */
function inLetters(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)] ?? "")
    .join("");
}

function fromLetters(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
