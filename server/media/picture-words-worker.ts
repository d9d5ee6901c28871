import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import ExifReader from "exifreader";
import { answerTask } from "./bounded-task.ts";

/** What cameras and scanners write by themselves into the place for words. */
const byMachine =
  /^(OLYMPUS DIGITAL CAMERA|SONY DSC|DCIM\b|KODAK|SAMSUNG|DIGITAL CAMERA|Exif_JPEG|default|untitled|_+)/i;

const file: string = workerData;
await answerTask(() => wordsOf(file));

/** The description that a person gave, in the fields of IPTC, XMP or Exif; empty without one. */
function wordsOf(path: string): string {
  try {
    const { iptc, xmp, exif } = ExifReader.load(readFileSync(path), { expanded: true });
    const found = [
      iptc?.["Caption/Abstract"]?.description,
      xmp?.description?.description,
      exif?.ImageDescription?.description,
    ];
    return found.find((text) => text?.trim() && !byMachine.test(text.trim())) ?? "";
  } catch {
    // It has no metadata that can be read.
    return "";
  }
}
