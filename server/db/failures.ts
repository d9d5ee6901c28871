import { DatabaseError } from "pg";
import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";

/** The SQLSTATE or the system's code (`ECONNREFUSED`) of a driver error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Is this the refusal of exactly that unique index, foreign key or check? What a command asks before it turns a
 * refusal into the text of its field.
 */
export function violates(error: unknown, constraint: string): boolean {
  return (
    error instanceof DatabaseError && error.code?.startsWith("23") === true && error.constraint === constraint
  );
}

/** Has a row-level policy refused the new row? What a command asks before it says so in words of its own. */
export function violatesPolicy(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal instanceof DatabaseError && refusal.routine === "ExecWithCheckOptions";
}

/**
 * The driver's own error where the database has refused something for want of a right: by a policy, a missing grant, or
 * as the account is by now. Undefined for any other error.
 */
export function refusalOf(error: unknown): Error | undefined {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Error && codeOf(cause) === notAllowed ? cause : undefined;
}

const notAllowed = "42501";

/** The error that a user reads when the database refuses something for want of a right. */
export function refused(error: unknown): AppError | undefined {
  if (codeOf(error) !== notAllowed) return undefined;
  return new AppError("forbidden", t("You are not allowed to do this."), { cause: error });
}

/** A deadlock or a serialization failure: nothing was stored, and the same work may well succeed now. */
export function isWorthRetrying(error: unknown): boolean {
  return ["40P01", "40001"].includes(codeOf(error) ?? "");
}

const lostConnection = new Set([
  "57P01", // the server is being shut down
  "57P02", // another server process crashed
  "57P03", // the server is starting up
  "53300", // too many connections
  "28P01", // the login's password was changed, until this server is started with the new secret
  "28000", // the server lets this login in no more
  "25P03", // the transaction idled too long, so the server hung up
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT", // the socket's file is gone
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

// The driver and its pool give these no code.
const lostConnectionText =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after)/;

/** Has the connection failed, rather than the statement? Such a client can't be used again. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && (lostConnection.has(code) || code.startsWith("08"))) return true;
  return lostConnectionText.test(error.message);
}

/** Whether the server refused for a reason of its own. While it starts or stops it refuses every client. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(57P0[123]|08)/.test(error.code ?? "");
}

/** The error that a user reads while the database is away. */
export function unavailable(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    t("The server cannot reach its database right now. Please try again in a moment."),
    {
      retryAfterSeconds: 5,
      cause,
    },
  );
}

/** The error that a user reads whose work waited too long for somebody else's. Nothing of it was stored. */
export function heldUp(error: unknown): AppError | undefined {
  if (codeOf(error) !== "55P03") return undefined;
  return new AppError(
    "unavailable",
    t("The server is busy with the same thing right now. Please try again in a moment."),
    { retryAfterSeconds: 5, cause: error },
  );
}

/**
 * The error that a user reads whose text holds a character that PostgreSQL can't keep: NUL, which no keyboard types.
 */
export function unstorable(error: unknown): AppError | undefined {
  if (codeOf(error) !== "22021") return undefined;
  return new AppError("invalid", t("This text holds a character that cannot be stored."), { cause: error });
}
