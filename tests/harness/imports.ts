import { rm } from "node:fs/promises";
import { bringWaiting } from "../../app/features/imports/bring.server.ts";
import { executeImportAction } from "../../app/features/imports/commands.server.ts";
import { ownImport } from "../../app/features/imports/queries.server.ts";
import { importActionSchema } from "../../app/features/imports/schema.ts";
import { uploadKinds } from "../../app/features/imports/uploads.server.ts";
import type { Services } from "../../server/services.ts";
import { temporaryFile } from "./zips.ts";

/** The screen of imports as a musician uses it, with its job done at once. */
export function importsOf(services: Services) {
  const send = (userId: string, fields: Record<string, string>) =>
    executeImportAction(services, userId, importActionSchema.parse(fields));
  const look = async (userId: string, id: string) => {
    const open = await services.db.asMusician(userId).read((tx) => ownImport(tx, userId, id));
    if (!open) throw new Error("There is no such import.");
    return open;
  };
  const work = (id: string) => bringWaiting({ ...services, stopping: new AbortController().signal }, id);
  return {
    send,
    look,
    work,
    /** Uploads a zip. @returns the import's id */
    async bring(userId: string, bytes: Buffer, name = "record.zip"): Promise<string> {
      const path = await temporaryFile(bytes);
      const id = `0123456789abcdef-${crypto.randomUUID()}`;
      await uploadKinds.import.accept(services, userId, { id, path, name, size: bytes.length, about: {} });
      await rm(path);
      return id.slice(-36);
    },
    async rowsOf(userId: string, id: string, kind: string) {
      return (await look(userId, id)).plans.find((plan) => plan.kind === kind)?.rows ?? [];
    },
    async take(userId: string, id: string, fields: { without?: string; answer?: string } = {}) {
      const answer = await send(userId, { intent: "take-import", id, ...fields });
      await work(id);
      return answer;
    },
  };
}
