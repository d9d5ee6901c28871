import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { qrCode } from "#server/qr-code.ts";
import { inLanguageOf } from "#server/reading.ts";
import { servicesContext } from "~/services.server";
import { addressOnPaper, shortAddress } from "~/shared/artist-address";
import type { Route } from "./+types/sheet.route";
import { choicesIn } from "./choices.ts";
import { requireHandbill } from "./handbill.server";
import styles from "./sheet.css?inline";
import { Sheet, SheetDocument } from "./sheet.tsx";

/** Fonts and pictures come before the printing: what isn't there then is missing on paper. */
const script = `const button=document.querySelector("button");button.hidden=false;button.onclick=()=>print();
if(new URLSearchParams(location.search).has("print"))addEventListener("load",()=>document.fonts.ready.then(()=>print()))`;
const scriptHash = createHash("sha256").update(script).digest("base64");

/**
 * A musician's own handbill, to be printed by the browser. A document without React, which needs no script: so that paper
 * gets nothing but what is meant for it. `?preview` leaves out all but the sheet, `?print` prints it at once.
 * @throws AppError `not-found` while there is no profile
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { origin } = context.get(servicesContext).config;
  const handbill = await requireHandbill(context);
  const choices = choicesIn(url.searchParams, handbill.format.format);
  const printed = {
    ...handbill,
    ink: choices.ink,
    address: shortAddress(origin, handbill.path),
    qr: qrCode(addressOnPaper(origin, handbill.path)),
  };
  // Who passes by reads the page's language; the document around it is for the musician.
  const sheet = inLanguageOf({ language: handbill.pageLanguage }, () =>
    renderToStaticMarkup(<Sheet handbill={printed} design={choices.design} />),
  );
  const html = renderToStaticMarkup(
    <SheetDocument
      handbill={printed}
      choices={choices}
      sheet={sheet}
      styles={styles}
      script={url.searchParams.has("preview") ? null : script}
    />,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy": [
        "default-src 'none'",
        "img-src 'self' https:",
        "font-src 'self'",
        "style-src 'unsafe-inline'",
        `script-src 'sha256-${scriptHash}'`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
    },
  });
}
