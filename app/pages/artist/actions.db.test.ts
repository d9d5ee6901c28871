import { RouterContextProvider } from "react-router";
import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { callerContext, servicesContext } from "../../services.server.ts";
import { action } from "./artist.route.tsx";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());

async function post(slug: string, fields: Record<string, string>, own = services) {
  const context = new RouterContextProvider();
  context.set(servicesContext, own);
  context.set(callerContext, { network: "192.0.2.1", nonce: "", requestId: "" });
  const url = new URL(`http://localhost:3000/artist/${slug}`);
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return action({ request, context, params: { artistSlug: slug } });
}

const comment = { intent: "comment", author_name: "Ines", content: "Great show!" };

test("a visitor's comment leads back to the page, which says what became of it", async () => {
  const { id, profile } = await makeMusician(services.db);
  const slug = profile.custom_url ?? "";
  const answer = await post(slug, comment);
  if (!(answer instanceof Response)) throw new Error("It is no redirect.");
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/artist/${slug}#comments`]);
  expect(answer.headers.get("Set-Cookie")).toContain(`handbill_flash=posted.${id};`);
});

test("a form that is refused or fails comes back with what was typed, and an unknown one is refused", async () => {
  const { profile } = await makeMusician(services.db);
  const slug = profile.custom_url ?? "";
  expect(await post(slug, { ...comment, content: "" })).toMatchObject({
    init: { status: 400 },
    data: { refused: { values: { author_name: "Ines" } } },
  });
  const spend = () => Promise.reject(new TypeError("A fault"));
  const broken = { ...services, limits: { ...services.limits, spend } };
  expect(await post(slug, comment, broken)).toMatchObject({
    init: { status: 500 },
    data: { refused: { errors: { form: "Failed to post comment" }, values: comment } },
  });
  await expect(post(slug, { intent: "unknown" })).rejects.toMatchObject({ kind: "invalid" });
  expect(await post("nobody", comment)).toBeNull();
});
