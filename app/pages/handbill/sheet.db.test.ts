import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inLanguage } from "../../../server/reading.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { offerLanguage } from "../../../tests/harness/language.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import { loader } from "./sheet.route.tsx";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

test("what comes on paper is in the page's language, the document around it in the account's", async () => {
  const page_language = offerLanguage("nl", {
    "Music, dates and more": "Muziek, data en meer",
    Print: "Afdrukken",
  });
  const { id: userId } = await makeMusician(services.db, { page_language });
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/handbill/sheet");
  const answer = await inLanguage("en", () =>
    loader({ request: new Request(url), context, url, params: {}, pattern: "/handbill/sheet" }),
  );
  const html = await answer.text();
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toMatch(/<div class="sheet poster" lang="nl".*Muziek, data en meer/s);
  expect(html).toContain(">Print</button>");
});
