import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { inspectAudio } from "#server/media/audio.ts";
import { addTrack } from "./commands.server";
import { audioFileProblem, titleFromFileName } from "./schema";

const track: UploadKind = {
  admit(file) {
    const problem = audioFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
  },

  async accept(services, userId, file) {
    const facts = await inspectAudio(file.path);
    const path = `music/${userId}/${file.id}.${facts.extension}`;
    await services.storage.put(path, file.path, { contentType: facts.contentType });
    const title = titleFromFileName(file.name);
    await addTrack(services, userId, {
      title,
      file_url: `/uploads/${path}`,
      duration: facts.durationSeconds,
      tag_title: facts.title && facts.title !== title ? facts.title : null,
      file_size: file.size,
    });
    return { title };
  },
};

export const uploadKinds = { track };
