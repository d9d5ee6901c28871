import { makeZip } from "client-zip";
import { t } from "~/shared/t";
import { archiveLimitBytes } from "~/shared/upload-limits";

const wanted = /\.(mp3|wav|m4a|flac|ogg|jpe?g|png|gif|webp)$|(^|\/)captions\.csv$/i;

/** Of the unpacked archive of a Handbill account: its rows say what of its files is hidden. */
const ofAccount = /^[^/]+\/(account\.json|data\/[a-z_]+\.json|files\/.+)$/;

/**
 * A folder's sounds and pictures as a zip, made in the browser: the server reads one form only. Files of other kinds don't
 * leave the computer.
 */
export async function packedFolder(files: readonly File[]): Promise<{ zip: File } | { problem: string }> {
  const named = files.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  const isAccount = named.some(({ name }) => /^[^/]+\/account\.json$/.test(name));
  const taken = named.filter(
    ({ name }) => (isAccount ? ofAccount : wanted).test(name) && !/(^|\/)\./.test(name),
  );
  if (taken.length === 0) return { problem: t("There are no sounds and no pictures in this folder.") };
  if (taken.reduce((sum, { file }) => sum + file.size, 0) > archiveLimitBytes) {
    return {
      problem: t("The sounds and pictures in this folder are larger than 1 GB. Please choose a part of it."),
    };
  }
  const [folder = "folder"] = taken[0]?.name.split("/") ?? [];
  const packed = makeZip(
    taken.map(({ file, name }) => ({ name, input: file, lastModified: file.lastModified })),
  );
  try {
    return {
      zip: new File([await new Response(packed).blob()], `${folder}.zip`, { type: "application/zip" }),
    };
  } catch {
    return { problem: t("The files of this folder can't be read.") };
  }
}
