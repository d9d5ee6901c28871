import { type Logger, type LoggerOptions, pino } from "pino";
import pretty from "pino-pretty";
import { currentRequestId } from "./request-id.ts";

export type { Logger };

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** Pino's number of `error`; `fatal` is higher. */
const errorLevel = 50;

/**
 * Structured logs: one JSON line each, or readable lines when a person watches (standard output is a terminal).
 * Each line names the request that it belongs to. Database driver errors carry the statement's parameters, so only an error's name, message, code and stack are kept.
 * @param onError gets what each line of level `error` or `fatal` was called with
 */
export function createLogger(level: LogLevel, onError?: (parts: readonly unknown[]) => void): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: plainError, error: plainError },
    hooks: {
      logMethod(parts, log, atLevel) {
        if (atLevel >= errorLevel) onError?.(parts);
        log.apply(this, parts);
      },
    },
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
