import { uploadAddress } from "../factories/page.ts";
import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const photo = ["caption", "alt_text", "translations", "display_order"];
const photos = ["id", "user_id", "image_url", "created_at", ...photo, "source_digest"];
const images = ["url", "user_id", "width", "height", "widths", "colour"];

export const galleryExpectations = ({ fileToRemove }: World, { me, them }: Relation) =>
  ({
    photo_gallery: {
      rows: { mine: me.photo, theirs: them.photo },
      visitor: { reads: { columns: photos, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: photos, rows: ["mine", "theirs"] },
        updates: { columns: photo, rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: {
            user_id: me.id,
            image_url: uploadAddress("photos", me.id, "new.webp"),
            caption: "",
            alt_text: "",
            translations: { de: { caption: "Neu" } },
            display_order: 1,
            source_digest: "0".repeat(64),
          },
          refused: [{ user_id: them.id, image_url: uploadAddress("photos", them.id, "new.webp") }],
        },
      },
    },
    stored_images: {
      key: "url",
      rows: { mine: me.storedImage, theirs: them.storedImage },
      visitor: { reads: { columns: images, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: [...images, "bytes"], rows: ["mine", "theirs"] },
        deletes: ["mine"],
        inserts: {
          row: {
            user_id: me.id,
            url: uploadAddress("photos", me.id, "new.webp"),
            width: 800,
            height: 600,
            widths: [200, 400],
            colour: "#123456",
            bytes: 1,
          },
          refused: [{ user_id: them.id, url: uploadAddress("photos", them.id, "new.webp") }],
        },
      },
    },
    rendered_pages: {
      key: "path",
      rows: { mine: me.renderedPage, theirs: them.renderedPage },
      visitor: {
        reads: {
          columns: ["path", "variant", "user_id", "snapshot", "expires_at", "headers", "body"],
          rows: ["mine", "theirs"],
        },
      },
    },
    uploads: { rows: { mine: me.upload.id, theirs: them.upload.id } },
    upload_pieces: {
      key: "url",
      rows: { mine: me.upload.piece, theirs: them.upload.piece },
      visitor: { reads: { columns: ["url"], rows: [] } },
      musician: { reads: { columns: ["url"], rows: [] } },
    },
    files_to_remove: { key: "url", rows: { somebody: fileToRemove } },
  }) satisfies Expectations;
