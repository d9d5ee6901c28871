import { type ApiRequest, answerApi as answerRequest } from "#server/api/answer.ts";
import type { Config } from "#server/config.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { readCookie } from "~/features/auth/cookies.server";
import { readSessionCookie } from "~/features/auth/session.server";
import { apiResources } from "~/pages/api/resources.server";
import { flashCookie, languageCookie } from "~/services.server";
import type { Language } from "~/shared/languages";
import { cachedPaths } from "./cached-paths.ts";

// What the app exports to the server around it, which knows no feature by name: each one's `feature.server.ts`,
// `uploads.server.ts` and `jobs.server.ts` are found by their file names.

export { declarations } from "~/declarations.server";
export { type Counter, startCounter } from "~/features/analytics/counter.server";
export { resetByOperator } from "~/features/auth/commands.server";
export { hashPassword } from "~/features/auth/password.server";
export { resetSecondFactorByOperator } from "~/features/auth/second-factor.server";
export { viewerOf } from "~/features/auth/session.server";
export { withDocumentData } from "~/layouts/document-data.server";
export { withPublicErrors } from "~/layouts/errors.server";
export { rootPath } from "~/pages/artist/root.server";
export {
  cacheContext,
  callerContext,
  copyContext,
  readerContext,
  servicesContext,
  shownPathContext,
} from "~/services.server";

export const uploadKinds: Record<string, UploadKind> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, UploadKind>>("./features/*/uploads.server.ts", {
      eager: true,
      import: "uploadKinds",
    }),
  ),
);

/** Answers a request to the API. */
export function answerApi(services: Services, request: ApiRequest): Promise<Response> {
  return answerRequest(services, apiResources, request);
}

/** The exports of a feature's `jobs.server.ts`. */
interface FeatureJobs {
  jobHandlers(services: JobServices): JobHandlers;
  /** Asks for whatever work has been missed; at the start, and every hour. */
  catchUp(services: Services): Promise<void>;
}

const jobs = Object.values(import.meta.glob<FeatureJobs>("./features/*/jobs.server.ts", { eager: true }));

/** The background work of all features. */
export function jobHandlers(services: JobServices): JobHandlers {
  return Object.assign({}, ...jobs.map((feature) => feature.jobHandlers(services)));
}

/** Asks for whatever background work has been missed. */
export async function catchUp(services: Services): Promise<void> {
  for (const feature of jobs) await feature.catchUp(services);
}

const cachedPath = new RegExp(`^/(${Object.values(cachedPaths).map(sourceOf).join("|")})$`);

/** A route's path as a regular expression: ids are UUIDs, and the slugs of what an artist has are made by us. */
function sourceOf(path: string): string {
  return path
    .replaceAll(".", "\\.")
    .replace(/:\w+Id/, "[0-9a-f-]{36}")
    .replace(/:(track|release)Slug/, "[a-z0-9-]+")
    .replace(/:(kind|size|theme)/g, "[a-z]+")
    .replace(/:\w+/, "[^/]+");
}

/** The query parameters that public pages look at. Any other, such as where a link was found, changes nothing. */
const meaningful = ["month", "before"];

/**
 * The path of a public page that may be cached if its loader lets it: the same one however its letters are
 * percent-encoded; the root is one where an artist's page stands there. Undefined for any other page.
 * @param url the request's target: a path, and a query
 */
export function publicPath(url: string): string | undefined {
  const [pathname = "", query] = url.split("?", 2);
  const path = canonicalPath(pathname);
  if (path === undefined || query === undefined) return path;
  const parameters = new URLSearchParams(query);
  return meaningful.some((name) => parameters.has(name)) ? undefined : path;
}

/** What programs fetch has the artist's language. */
const forPrograms = /\.(atom|ics|json|m3u|rss)$/;

/**
 * The key of a public page in the page cache: one copy for each language that visitors ask for.
 * @param path as {@link publicPath} gives it
 */
export function publicCacheKey(path: string, asked: Language | undefined): string {
  return asked === undefined || forPrograms.test(path) ? path : `${path}?lang=${asked}`;
}

/** The language that a visitor has chosen on a page's switch. @param cookies the request's header */
export function chosenLanguage(config: Config, cookies: string): string | undefined {
  return readCookie(config, languageCookie, cookies);
}

/**
 * Whether a request has a session, or a form's outcome for the next page: its answer may be personal. What stands within
 * other sites is the same for everybody, whatever cookies come along.
 * @param path of the public page that is asked for
 */
export function isPersonal(config: Config, path: string, cookies: string | undefined): boolean {
  if (cookies === undefined || embedPath.test(path)) return false;
  return (readSessionCookie(config, cookies) ?? readCookie(config, flashCookie, cookies)) !== undefined;
}

const embedPath = /\/embed\/[a-z]+\/[a-z]+$/;

function canonicalPath(path: string): string | undefined {
  if (path === "/") return path;
  if (!cachedPath.test(path)) return undefined;
  const [start, page, slug, ...rest] = path.split("/");
  if (slug === undefined) return path;
  try {
    return [start, page, encodeURIComponent(decodeURIComponent(slug)), ...rest].join("/");
  } catch {
    // It is percent-encoded text of no kind.
    return undefined;
  }
}
