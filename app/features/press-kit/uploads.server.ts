import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { requirePdf } from "#server/media/pdf.ts";
import { replacePressKit } from "./commands.server";
import { kitName, pdfFileProblem } from "./schema";

const pressKit: UploadKind = {
  area: "profile",

  admit(file) {
    const problem = pdfFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
  },

  async accept(services, userId, file) {
    await requirePdf(file.path);
    const path = `press-kits/${userId}/${file.id}.pdf`;
    await services.storage.put(path, file.path, { contentType: "application/pdf" });
    await replacePressKit(services, userId, {
      file_name: kitName(file.name),
      file_url: `/uploads/${path}`,
      file_size: file.size,
    });
    return { replaced: true };
  },
};

export const uploadKinds = { "press-kit": pressKit };
