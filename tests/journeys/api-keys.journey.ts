import { request } from "node:http";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { keyFor } from "../harness/api.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, db, newAccount, newMusician } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

/** As a program asks, which sends no more headers than these. */
async function ask(method: string, path: string, headers: Record<string, string | number>, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>();
  request(at(`/api/v1/${path}`), { method, headers }, async (answer) =>
    resolve({ status: answer.statusCode, body: await text(answer) }),
  )
    .on("error", reject)
    .end(body);
  return promise;
}

test("a musician makes a key, a program uses it, and it is revoked", async () => {
  const { page, id } = await newAccount("kim", { viewport: phone });
  await makeMusician(db, { user_id: id });
  await page.goto(at("/account/keys"));
  await page.getByRole("button", { name: "Make key" }).click();
  await page.getByText("Please give it a name").waitFor();
  await page.getByLabel("For which program").fill("Tour script");
  await page.getByRole("button", { name: "Make key" }).click();
  await page.getByText("Please choose what it may do").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Events", { exact: true }).selectOption("write");
  await page.getByRole("button", { name: "Make key" }).click();
  const key = (await page.getByText(/^handbill_/).textContent()) ?? "";
  await page.getByText("it is shown only once").waitFor();
  await expectAccessible(page);

  const auth = { Authorization: `Bearer ${key}` };
  const event = JSON.stringify({ title: "Night", event_type: "concert", event_date: "2199-05-04" });
  const json = { "Content-Type": "application/json", "Content-Length": event.length };
  const elsewhere = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
  const added = await ask("POST", "events", { ...auth, ...json, ...elsewhere }, event);
  expect(added.status).toBe(201);
  const one = `events/${JSON.parse(added.body).id}`;
  const cookies = await page.context().cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  expect((await ask("GET", one, { Cookie })).status).toBe(401);
  const much = "x".repeat(300_000);
  const length = { "Content-Length": much.length };
  expect((await ask("POST", "events", { ...auth, ...json, ...length }, much)).status).toBe(413);
  expect((await ask("TRACE", "events", auth)).status).toBe(405);
  // Without a body a client need not say how long it is.
  expect((await ask("DELETE", one, auth)).status).toBe(204);

  await page.setViewportSize(desktop);
  await page.reload();
  await page.getByText(/last used/).waitFor();
  expect(await page.getByText(key).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke Tour script" }).click();
  await page.getByText("“Tour script” opens nothing any more.").waitFor();
  await page.getByText("You have no keys.").waitFor();
  expect((await ask("GET", "events", auth)).status).toBe(401);
});

test("a program sends a track and the profile's pictures with its key, each in one request, and not what its key isn't for", async () => {
  const { id } = await newMusician("nova");
  const sound = { bytes: wave(44_100), filename: "Night.wav", filetype: "audio/wav" };
  const upload = async (scope: string, kind: string, { bytes, ...file }: typeof sound = sound) => {
    const Authorization = `Bearer ${await keyFor({ db }, id, [scope])}`;
    const fields = { kind, ...file };
    const answer = await fetch(at("/upload"), {
      method: "POST",
      headers: {
        Authorization,
        "Tus-Resumable": "1.0.0",
        "Upload-Length": String(bytes.length),
        "Upload-Metadata": Object.entries(fields)
          .map(([name, value]) => `${name} ${btoa(value)}`)
          .join(","),
        "Content-Type": "application/offset+octet-stream",
      },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, body: await answer.text(), auth: { Authorization } };
  };
  const { status, body, auth } = await upload("music:write", "track");
  expect([status, JSON.parse(body)]).toEqual([200, { id: expect.any(String), title: "Night" }]);
  const track = await ask("GET", `tracks/${JSON.parse(body).id}`, auth);
  expect(JSON.parse(track.body)).toMatchObject({ title: "Night", duration: 1 });
  expect(await upload("music:read", "track")).toMatchObject({
    status: 403,
    body: "This key may not do that: it has no scope music:write.",
  });
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
  const picture = { bytes, filename: "me.jpg", filetype: "image/jpeg" };
  const [avatar, cover] = [
    await upload("profile:write", "avatar", picture),
    await upload("profile:write", "cover", picture),
  ];
  expect([avatar.status, cover.status]).toEqual([200, 200]);
  expect(JSON.parse((await ask("GET", "profile", cover.auth)).body)).toMatchObject({
    avatar_url: JSON.parse(avatar.body).address,
    cover_image: JSON.parse(cover.body).address,
  });
  expect(await upload("music:write", "avatar", picture)).toMatchObject({ status: 403 });
  expect(await upload("profile:write", "import")).toMatchObject({ status: 403 });
  expect(
    (await fetch(at("/upload"), { method: "POST", headers: { Authorization: "Bearer no" } })).status,
  ).toBe(401);
});

test("what a key may ask for is there to read, for people and for programs", async () => {
  const { page } = await newAccount("lea", { viewport: phone });
  await page.goto(at("/api"));
  const events = page.getByRole("heading", { name: "List the events, the newest first" });
  expect(await events.isVisible()).toBe(false);
  await page.getByRole("heading", { name: "Events", exact: true }).click();
  await events.waitFor();
  await expectAccessible(page);
  await page.setViewportSize(desktop);
  await expectAccessible(page);
  const document = await page.request.get(at("/api/v1/openapi.json"));
  expect(await document.json()).toMatchObject({ openapi: "3.1.1", servers: [{ url: at("/api/v1") }] });
});
