import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import {
  copyScript,
  embedScript,
  hydrationScript,
  inlineScript,
  scriptTexts,
  siteScript,
} from "virtual:public-scripts";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { withOwnData } from "~/layouts/document-data.server";
import { publicError, reportFault } from "~/layouts/errors.server";
import { type PublicAssets, PublicAssetsContext } from "~/layouts/public-assets";
import { shownError } from "~/layouts/public-error";
import { canBeTypedAgain, TypedAgain } from "~/pages/artist/typed-again";
import { NothingHere, NotNow } from "~/pages/embed/embed-frame";
import { Layout } from "~/root";
import {
  callerContext,
  copyContext,
  directionContext,
  postedFormContext,
  servicesContext,
} from "~/services.server";
import type { DocumentTexts } from "~/shared/document-texts";
import { isEmbedPath } from "~/shared/embeds";
import { formValues, type RefusedForm } from "~/shared/forms";
import { directionOf, sourceLanguage } from "~/shared/languages";
import { language, t, translated } from "~/shared/t";
import { SiteNameContext } from "~/ui/site-name";
import embedStyles from "./pages/embed/embed.css?inline";
import publicStyles from "./public.css?inline";
import siteStyles from "./site.css?inline";

export * from "~/server-exports.server";

const renderTimeoutMs = 10_000;

type Assets = Omit<PublicAssets, "lang" | "dir" | "texts">;

const publicAssets: Assets = {
  styles: publicStyles,
  // Before anything is painted: a visit that begins at the top lays out what is far down later
  // (pages/artist/later-layout.client.ts), others scroll to where they were at once. Where services are listed, the one that
  // the visitor has chosen before comes first; elsewhere nothing is read, because the page waits for the browser's storage
  // (decision 0089).
  markScript:
    'const{classList,dataset}=document.documentElement;classList.add("js");location.hash||performance.getEntriesByType("navigation")[0]?.type=="navigate"&&classList.add("later-layout");if(document.querySelector("[data-href~=chosen-service]"))try{dataset.chosen=localStorage["handbill:service"]}catch{}',
  inlineScript,
  scriptTexts: scriptTexts.page,
};
/** The same page as a picture of itself: nothing in it runs, moves or is counted. */
const stillAssets: Assets = { styles: publicStyles };
/** A copy of a page, which works without the server. */
const copyAssets: Assets = {
  isCopy: true,
  styles: publicStyles,
  inlineScript: copyScript,
  scriptTexts: scriptTexts.copy,
};
const markScript = 'document.documentElement.classList.add("js")';
const siteAssets: Assets = {
  styles: siteStyles,
  markScript,
  script: siteScript,
  scriptTexts: scriptTexts.site,
};
const embedAssets: Assets = {
  styles: embedStyles,
  markScript,
  inlineScript: embedScript,
  scriptTexts: scriptTexts.embed,
};

/** The sources of the scripts within such a document: the same for many visitors, so they are allowed by their hashes. */
const allowedScripts = new Map(
  [publicAssets, stillAssets, copyAssets, siteAssets, embedAssets].map((assets) => {
    const texts = [assets.markScript, assets.inlineScript].filter((text) => text !== undefined);
    const hashes = texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    return [assets, hashes.join(" ")];
  }),
);

/** Renders a document whole: pages hold no late data, and a whole page can be cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(callerContext);
  const { matches, errors } = entry.staticHandlerContext;
  entry.staticHandlerContext.loaderData = withOwnData(entry.staticHandlerContext);
  // A failed page gets the error screen, whose buttons are React's; a failed frame a small page that may be framed.
  const standsIn = (layout: string) => matches.some(({ route }) => route.id === layout);
  const isPreview = !errors && standsIn("layouts/preview");
  const { pathname } = new URL(request.url);
  const hasFrame = !errors && standsIn("layouts/embed");
  const isFrameRefused = !hasFrame && status >= 400 && isEmbedPath(pathname);
  const unsent = status === 503 ? await unsentForm(request, entry, context) : undefined;
  const assets =
    isPreview && new URL(request.url).searchParams.has("still")
      ? stillAssets
      : unsent || isPreview || (!errors && standsIn("layouts/public"))
        ? context.get(copyContext)
          ? copyAssets
          : publicAssets
        : hasFrame || isFrameRefused
          ? embedAssets
          : !errors && standsIn("layouts/site")
            ? siteAssets
            : undefined;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(assets ? (allowedScripts.get(assets) ?? "") : `'nonce-${nonce}'`, {
      isStage: assets === undefined,
      framedBy: assets === embedAssets ? "anybody" : isPreview ? "own screens" : "nobody",
    }),
  );
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const site = await context.get(servicesContext).site.shown();
  if (assets) {
    // Nothing on such a page waits for data, so it is rendered in one go, which takes half the time of a stream.
    const html = renderToString(
      <PublicAssetsContext value={{ ...assets, ...inLanguageOf(assets, context.get(directionContext)) }}>
        {unsent ? (
          <Layout>
            <TypedAgain refused={unsent} site={site} />
          </Layout>
        ) : isFrameRefused ? (
          <Layout>{status === 404 ? <NothingHere /> : <NotNow path={pathname} />}</Layout>
        ) : (
          <ServerRouter context={withOwnRoutes(entry)} url={request.url} />
        )}
      </PublicAssetsContext>,
    );
    // As bytes, because a response takes text through several copies.
    return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers });
  }

  // Known before the page itself is: resources that the browser needs before it shows anything come ahead of the rest.
  for (const { route } of matches) {
    for (const sheet of entry.manifest.routes[route.id]?.css ?? []) {
      headers.append("Link", `<${sheet}>; rel=preload; as=style`);
    }
  }
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <SiteNameContext value={site.name}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </SiteNameContext>,
      {
        nonce,
        bootstrapScriptContent: hydrationScript,
        // Each part stands in its place, however large it is, and not in a script's hands.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: (error) => reject(publicError(error, context)),
        onError: (error) => reportFault(error, { request, context }),
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

/** @param dir the way that the artist writes */
function inLanguageOf(
  { scriptTexts = [] }: Assets,
  dir: PublicAssets["dir"],
): Pick<PublicAssets, "lang" | "dir" | "texts"> {
  const lang = language();
  const known: DocumentTexts = { language: lang, texts: translated(scriptTexts) };
  return {
    lang,
    dir: directionOf(lang) === "rtl" ? "rtl" : dir,
    texts: lang === sourceLanguage ? "" : JSON.stringify(known).replaceAll("<", "\\u003c"),
  };
}

/** Of all routes those that the page consists of: the router is made anew for each page, and a document leads nowhere else. */
function withOwnRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  return { ...entry, manifest: { ...manifest, routes: Object.fromEntries(routes) } };
}

/** A visitor's form that could not be stored, with the reason; undefined where none was sent. */
async function unsentForm(
  request: Request,
  { staticHandlerContext: { errors } }: EntryContext,
  context: RouterContextProvider,
): Promise<RefusedForm | undefined> {
  const posted = context.get(postedFormContext);
  if (!posted) return undefined;
  const form = await posted.formData().catch(() => new FormData());
  const shown = shownError(Object.values(errors ?? {})[0]);
  const reason = (shown.kind === "refusal" && shown.text) || t("Please try again in a moment.");
  const refused = { errors: { form: reason }, values: formValues(form) };
  return canBeTypedAgain(new URL(request.url).pathname, refused) ? refused : undefined;
}

export const handleError: HandleErrorFunction = reportFault;

/**
 * @param inlineScripts the sources of the only scripts that may stand in the page
 * @param isStage it may frame our own previews: a tool that does is reached from any screen without a new
 *   document
 * @param framedBy who may show it in a frame. From a frame nothing is sent, and from a preview, which our own screens
 *   frame, nothing opened or downloaded either
 */
function contentSecurityPolicy(
  inlineScripts: string,
  { isStage, framedBy }: { isStage: boolean; framedBy: keyof typeof frames },
): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    `frame-src ${isStage ? "'self' " : ""}https://www.youtube-nocookie.com https://player.vimeo.com`,
    "object-src 'none'",
    "base-uri 'none'",
    ...frames[framedBy],
  ].join("; ");
}

const frames = {
  nobody: ["form-action 'self'", "frame-ancestors 'none'"],
  "own screens": ["form-action 'none'", "frame-ancestors 'self'", "sandbox allow-same-origin allow-scripts"],
  anybody: ["form-action 'none'", "frame-ancestors *"],
};
