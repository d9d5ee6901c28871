import cluster from "node:cluster";
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "#server/errors.ts";
import { t } from "../../shared/t.ts";

const derive = promisify(argon2);

/** Memory in KiB. OWASP's smallest recommendation for argon2id: the cost of a sign-in on a small machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Each one takes 19 MiB and a thread of Node's pool of four, which files and addresses need too. A worker has the machine
 * to itself or shares it with others.
 */
const atOnce = cluster.isWorker ? 1 : 2;
const longestQueue = 100;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * The password as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`).
 * @throws AppError `unavailable` when too many are being hashed already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await hashInTurn({ ...cost, message: bytesOf(password), nonce: salt, tagLength: hashBytes });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/**
 * Whether this is the password of that hash. Without a hash the answer is no, after the same work: a client can't tell
 * from the time whether there is an account.
 * @throws AppError `unavailable` when too many are being hashed already
 */
export async function isPasswordOf(hash: string | undefined, password: string): Promise<boolean> {
  const known = hash === undefined ? undefined : parse(hash);
  const { memory, passes, parallelism, salt, expected } = known ?? nobody;
  const actual = await hashInTurn({
    memory,
    passes,
    parallelism,
    message: bytesOf(password),
    nonce: salt,
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && known !== undefined;
}

const nobody = { ...cost, salt: randomBytes(saltBytes), expected: randomBytes(hashBytes) };

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string) {
  const [, memory, passes, parallelism, salt = "", expected = ""] = phc.exec(hash) ?? [];
  if (!memory) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    expected: Buffer.from(expected, "base64"),
  };
}

/** The same letters give the same bytes, whichever way a keyboard composes its accents. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"), "utf8");
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

async function hashInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) {
      throw new AppError(
        "unavailable",
        t("Too many people are signing in right now. Please try again in a moment."),
        {
          retryAfterSeconds: 5,
        },
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await derive("argon2id", parameters);
  } finally {
    // The place goes to the next one in the queue, or is given back.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
