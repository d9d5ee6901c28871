import { createContext, isRouteErrorResponse, type MiddlewareFunction, type ServerBuild } from "react-router";
import { AppError } from "#server/errors.ts";
import { callerContext, postedFormContext, servicesContext } from "~/services.server";
import type { PublicError } from "./public-error.ts";

type Routes = ServerBuild["routes"];
type RouteModule = NonNullable<Routes[string]>["module"];
/** The arguments of loaders, actions and middleware, as far as errors care. */
type Call = Pick<Parameters<MiddlewareFunction<Response>>[0], "request" | "context">;

const retryAfterContext = createContext(0);

/**
 * Routes whose loaders, actions and middleware throw only what a browser may see. React Router knows nothing of
 * `AppError`: it would answer 500 and blank the text. Middleware can't do this instead, because `next()` never
 * throws. Redirects and other responses pass untouched.
 */
export function withPublicErrors(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      route && { ...route, module: withPublicErrorsOf(route.module) },
    ]),
  );
}

function withPublicErrorsOf(module: RouteModule): RouteModule {
  const { loader, action, middleware } = module;
  return {
    ...module,
    ...(loader && { loader: guarded(loader) }),
    ...(action && { action: guarded(action) }),
    ...(middleware && { middleware: middleware.map(guarded) }),
  };
}

function guarded<Args extends [Call, ...unknown[]], Result>(work: (...args: Args) => Result) {
  return async (...args: Args): Promise<Awaited<Result>> => {
    try {
      return await work(...args);
    } catch (error) {
      reportFault(error, args[0]);
      throw publicError(error, args[0].context);
    }
  };
}

/**
 * The public part of an error: the public text and status of an `AppError`; of a fault only the request's
 * id. A thrown response comes back as it is.
 */
export function publicError(error: unknown, context: Call["context"]): unknown {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds) context.set(retryAfterContext, error.retryAfterSeconds);
    return answer({ text: error.publicText }, error.status);
  }
  if (isThrownToBeAnswered(error)) return error;
  return answer({ requestId: context.get(callerContext).requestId }, 500);
}

/** Logs a fault whole, under its request's id. A thrown response is none, nor a request that the browser broke off. */
export function reportFault(error: unknown, { request, context }: Call): void {
  if (request.signal.aborted || error instanceof AppError || isThrownToBeAnswered(error)) return;
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(callerContext);
  log.error(
    { err: error, requestId, method: request.method, path: new URL(request.url).pathname },
    "request failed",
  );
}

/** Says when to try again, wherever below an error knew it. The outermost middleware. */
export const sayWhenToRetry: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const seconds = context.get(retryAfterContext);
  if (seconds) response.headers.set("Retry-After", String(seconds));
  return response;
};

/** Keeps a copy of a small form that is posted, for `postedFormContext`. */
export const keepPostedForm: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const type = request.headers.get("Content-Type") ?? "";
  if (request.method === "POST" && type.startsWith("application/x-www-form-urlencoded")) {
    context.set(postedFormContext, request.clone());
  }
  return next();
};

/** Redirects, responses and `data(…)`, which is an object of React Router's own and no error. */
function isThrownToBeAnswered(error: unknown): boolean {
  return (
    error instanceof Response ||
    isRouteErrorResponse(error) ||
    (typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit")
  );
}

function answer(error: PublicError, status: number): Response {
  return Response.json(error, { status });
}
