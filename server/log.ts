import { type Logger, pino } from "pino";
import pretty from "pino-pretty";

export type { Logger };

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/**
 * Structured logs: one JSON line each, or readable lines when a person watches (standard output is a terminal).
 * Database driver errors carry the statement's parameters, so only an error's name, message, code and stack are kept.
 */
export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: plainError, error: plainError },
  };
  return process.stdout.isTTY
    ? pino(options, pretty({ colorize: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }))
    : pino(options);
}

function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { name, message, code, stack, cause: cause === undefined ? undefined : plainError(cause) };
}
