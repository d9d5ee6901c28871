/**
 * The one vocabulary for expected errors. The code that throws an `AppError` decides the text that the
 * user may read (`publicText`); everything else that is thrown is a fault and shows only an id.
 */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "not-allowed"
  | "timeout"
  | "conflict"
  | "precondition-failed"
  | "too-large"
  | "unsupported-type"
  | "unprocessable"
  | "too-many"
  | "unavailable"
  | "disk-full";

const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "not-allowed": 405,
  timeout: 408,
  conflict: 409,
  "precondition-failed": 412,
  "too-large": 413,
  "unsupported-type": 415,
  unprocessable: 422,
  "too-many": 429,
  unavailable: 503,
  "disk-full": 507,
};

// The screens are bundled and the server around them is not, so this module exists twice in one process.
// A registered symbol makes `instanceof` true across both copies.
const brand = Symbol.for("handbill.AppError");

export class AppError extends Error {
  readonly [brand] = true;
  readonly kind: ErrorKind;
  readonly status: number;
  /** The text that the user may read. */
  readonly publicText: string;
  /** The form field the error belongs to, when it belongs to one. */
  readonly field: string | undefined;
  /** For `too-many` and `unavailable`: when trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    publicText: string,
    options: { field?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(publicText, { cause: options.cause });
    this.name = "AppError";
    this.kind = kind;
    this.status = statusOf[kind];
    this.publicText = publicText;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}

/** A reason not to start: its message is one line that tells the operator what to do. */
export class StartError extends Error {
  override name = "StartError";
}
