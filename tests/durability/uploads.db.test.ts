import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../server/build.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { announce, arrivedOf, newAccount, sendPiece } from "../harness/account.ts";
import { freshDatabase } from "../harness/database.ts";
import { startHandbill } from "../harness/handbill.ts";
import { smallPdf } from "../harness/pdf.ts";
import { startS3Server } from "../harness/s3-server.ts";
import { testSecret } from "../harness/settings.ts";

beforeAll(() => ensureBuilt(() => {}), 300_000);

test("an upload whose server is killed goes on at another one, from the last byte that was acknowledged", async () => {
  await using opened = new AsyncDisposableStack();
  const s3 = opened.adopt(await startS3Server(), (server) => server.close());
  const db = opened.use(await freshDatabase());
  const settings = {
    DATABASE_URL: db.ownerUrl,
    SESSION_SECRET: testSecret,
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  };
  const one = opened.use(await startHandbill(settings));
  const other = opened.use(await startHandbill(settings));
  const account = await newAccount(one, db, "mara@example.org");
  const pdf = smallPdf(1_000_000);

  const file = { kind: "press-kit", name: "kit.pdf", type: "application/pdf" };
  const { location } = await announce(one, account, file, pdf.length);
  expect((await sendPiece(account, location, pdf.subarray(0, 400_000), 0)).status).toBe(204);
  const cut = request(location, {
    method: "PATCH",
    agent: false,
    headers: {
      ...account.headers,
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": "400000",
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": pdf.length - 400_000,
    },
  });
  cut.on("error", () => {});
  cut.write(pdf.subarray(400_000, 600_000));
  const staging = join(one.dataDir, "staging");
  const received = async () => {
    const [name = ""] = await readdir(staging);
    return (await stat(join(staging, name))).size;
  };
  await expect.poll(received, { timeout: 30_000 }).toBe(200_000);
  one.process.kill("SIGKILL");
  await once(one.process, "exit");

  const there = location.replace(one.origin, other.origin);
  expect(await arrivedOf(account, there)).toBe(400_000);
  const last = await sendPiece(account, there, pdf.subarray(400_000), 400_000);
  expect([last.status, JSON.parse(last.text)]).toEqual([200, { replaced: true }]);

  const storage = await openStorage({ dataDir: "/nowhere", s3: s3.settings });
  const stored = async (folder: string) => {
    const paths: string[] = [];
    for await (const { path } of storage.list(folder)) paths.push(path);
    return paths;
  };
  const [kit = "", ...more] = await stored("press-kits/");
  expect(more).toEqual([]);
  expect((await buffer(await storage.read(kit))).equals(pdf)).toBe(true);
  await expect.poll(() => stored("unfinished/"), { timeout: 30_000 }).toEqual([]);
}, 300_000);
