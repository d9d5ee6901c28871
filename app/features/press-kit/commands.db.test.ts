import { randomUUID } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { collectOrphans } from "#server/files/orphans.ts";
import { removeUnnamedFiles } from "#server/files/removal.ts";
import type { StagedFile } from "#server/http/uploads.ts";
import type { Services } from "#server/services.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makePressKit } from "../../../tests/factories/page.ts";
import { smallPdf } from "../../../tests/harness/pdf.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { findArtistPage } from "../../pages/artist/artist.server.ts";
import * as stableLink from "../../pages/artist/press-kit.route.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import * as screen from "./dashboard.tsx";
import { uploadKinds } from "./uploads.server.ts";

const kind = uploadKinds["press-kit"];

/** The arguments of a screen, in the name of one musician. */
function call(services: Services, userId: string, fields?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/press-kit");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/press-kit" as const };
}

const kitOf = async (services: Services, userId: string) =>
  (await screen.loader(call(services, userId))).loaded?.kit;
const remove = (services: Services, userId: string, id: string): Promise<unknown> =>
  screen.action(call(services, userId, { intent: "delete-press-kit", id }));

/** A file that has arrived. */
async function arrived(
  { config }: Services,
  name: string,
  bytes: Uint8Array = smallPdf(),
): Promise<StagedFile> {
  const id = randomUUID();
  const path = join(config.dataDir, id);
  await writeFile(path, bytes);
  return { id, path, name, size: bytes.byteLength, about: {} };
}

async function filesOf({ storage }: Services, userId: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("press-kits/")) if (path.includes(userId)) paths.push(path);
  return paths;
}

test("a press kit is kept with its name and size, shown on the page, and has a link that stays", async () => {
  await using services = await freshServices();
  const { id, profile } = await makeMusician(services.db, { custom_url: "ida" });
  const file = await arrived(services, "Ida – Kit.PDF");
  await kind.accept(services, id, file);
  expect(await kitOf(services, id)).toMatchObject({
    file_name: "Ida – Kit.pdf",
    file_size: file.size,
    link: "/artist/ida/press-kit.pdf",
  });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  const fileUrl = `/uploads/press-kits/${id}/${file.id}.pdf`;
  expect(page?.pressKit).toEqual({ fileUrl, fileName: "Ida – Kit.pdf", bytes: file.size });
  const open = (slug: string) => {
    const { context } = call(services, id);
    const url = new URL(`http://localhost:3000/artist/${slug}/press-kit.pdf`);
    const pattern = "/artist/:artistSlug/press-kit.pdf" as const;
    return stableLink.loader({
      request: new Request(url),
      context,
      url,
      params: { artistSlug: slug },
      pattern,
    });
  };
  expect((await open("ida")).headers.get("Location")).toBe(fileUrl);
  const second = await arrived(services, "Second.pdf");
  await kind.accept(services, id, second);
  expect((await open("ida")).headers.get("Location")).toBe(`/uploads/press-kits/${id}/${second.id}.pdf`);
  await remove(services, id, (await kitOf(services, id))?.id ?? "");
  await expect(open("ida")).rejects.toMatchObject({ kind: "not-found" });
});

test("without a page the file's own address is given away", async () => {
  await using services = await freshServices();
  const { id } = await makeUser(services.db);
  expect(await kitOf(services, id)).toBeNull();
  const kit = await makePressKit(services.db, { user_id: id });
  expect(await kitOf(services, id)).toMatchObject({ link: kit.file_url });
});

test("a new press kit replaces the one before, whose file goes after it; taken over twice it is one", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  const [first, second] = [await arrived(services, "first.pdf"), await arrived(services, "second.pdf")];
  await kind.accept(services, id, first);
  await kind.accept(services, id, second);
  const kit = await kitOf(services, id);
  await kind.accept(services, id, second);
  expect(await kitOf(services, id)).toEqual(kit);
  await removeUnnamedFiles(services);
  expect(await filesOf(services, id)).toEqual([`press-kits/${id}/${second.id}.pdf`]);
});

test("ten replacements at once leave exactly one, with its file", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  const files = await Promise.all(
    Array.from({ length: 10 }, (_, index) => arrived(services, `kit ${index}.pdf`)),
  );
  await Promise.all(files.map((file) => kind.accept(services, id, file)));
  await removeUnnamedFiles(services);
  const kit = await kitOf(services, id);
  expect((await filesOf(services, id)).map((path) => `/uploads/${path}`)).toEqual([kit?.file_url]);
});

test("a crash between storing and swapping loses nothing and leaves nothing", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  const first = await arrived(services, "first.pdf");
  await kind.accept(services, id, first);
  const before = await kitOf(services, id);

  const crashing: Services = {
    ...services,
    db: {
      ...services.db,
      asMusician: (userId) => ({
        ...services.db.asMusician(userId),
        write: () => Promise.reject(new Error("The process has died.")),
      }),
    },
  };
  const [second, lost] = [await arrived(services, "second.pdf"), await arrived(services, "lost.pdf")];
  for (const file of [second, lost]) {
    await expect(kind.accept(crashing, id, file)).rejects.toThrow("The process has died.");
  }
  expect(await filesOf(services, id)).toHaveLength(3);
  expect(await kitOf(services, id)).toEqual(before);
  expect(await services.storage.head(`press-kits/${id}/${first.id}.pdf`)).not.toBeNull();

  // The next start takes the upload over once more; the other one's staging is lost as well.
  await kind.accept(services, id, second);
  expect(await kitOf(services, id)).toMatchObject({ file_name: "second.pdf" });
  await removeUnnamedFiles(services);
  const stray = `press-kits/${id}/${lost.id}.pdf`;
  expect((await filesOf(services, id)).sort()).toEqual([`press-kits/${id}/${second.id}.pdf`, stray].sort());
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await utimes(join(services.config.dataDir, "files", "uploads", stray), yesterday, yesterday);
  expect((await collectOrphans(services)).removed).toEqual([stray]);
  expect(await filesOf(services, id)).toEqual([`press-kits/${id}/${second.id}.pdf`]);
});

test("a file that is no PDF, or exceeds the quota, leaves the one before alone", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  await kind.accept(services, id, await arrived(services, "first.pdf"));
  const before = await kitOf(services, id);
  const page = await arrived(services, "page.pdf", Buffer.from("%PDF-1.7\n<html><script>alert(1)</script>"));
  await expect(kind.accept(services, id, page)).rejects.toMatchObject({
    publicText: "Please select a PDF file only",
  });
  expect(await filesOf(services, id)).toHaveLength(1);
  const full = { ...services, config: { ...services.config, quotaBytes: 10 } };
  await expect(kind.accept(full, id, await arrived(services, "large.pdf"))).rejects.toMatchObject({
    kind: "too-large",
    publicText: expect.stringContaining("Your library is full"),
  });
  expect(await kitOf(services, id)).toEqual(before);
  expect(() =>
    kind.admit({ name: "page.html", size: 9, type: "text/html", about: {} }, services, id),
  ).toThrow("Please select a PDF file only");
});

test("another's press kit answers 404 and stays; one's own goes, its file when it is emptied", async () => {
  await using services = await freshServices();
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const theirs = await makePressKit(services.db, { user_id: them.id });
  expect(await remove(services, me.id, theirs.id)).toMatchObject({ init: { status: 404 } });
  expect(await kitOf(services, them.id)).toMatchObject({ id: theirs.id });
  await kind.accept(services, me.id, await arrived(services, "mine.pdf"));
  const mine = await kitOf(services, me.id);
  expect(await remove(services, me.id, mine?.id ?? "")).toEqual({ deleted: true });
  expect(await kitOf(services, me.id)).toBeNull();
  await removeUnnamedFiles(services);
  expect(await filesOf(services, me.id)).toHaveLength(1);
  await services.db.asSystem().write((tx) => tx.deleteFrom("deleted_items").execute());
  await removeUnnamedFiles(services);
  expect(await filesOf(services, me.id)).toEqual([]);
});

test("a press kit that can't be loaded leaves the screen standing", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({
      ...services.db.asMusician(userId),
      read: () => Promise.reject(new Error("The table is gone.")),
    }),
  };
  expect(await screen.loader(call({ ...services, db }, id))).toMatchObject({ loaded: null });
});
