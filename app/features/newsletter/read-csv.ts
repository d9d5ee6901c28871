// A list that comes as a file, from whatever wrote it.

/** The apostrophe that `csvOf` puts before what a spreadsheet would calculate. */
const kept = /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * The text of a file in whatever letters it was written: UTF-16 with its mark, UTF-8, or else what spreadsheets on
 * Windows still write in the west (windows-1252, of which Latin-1 is a part).
 */
export function textOf(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

/** What some programs write before all else, for spreadsheets: `sep=;`. */
const announced = /^sep=([,;\t|])\r?\n/i;

/**
 * The records of a CSV file, whatever spreadsheet wrote it: commas, semicolons or tabs between the fields, as its first
 * line has them. The apostrophes of `csvOf` are taken off again. Empty lines are left out.
 */
export function readCsv(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/, "");
  const announcement = announced.exec(whole);
  const content = whole.slice(announcement?.[0].length ?? 0);
  const separator = announcement?.[1] ?? separatorOf(content);
  const records: string[][] = [];
  let record: string[] = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    record.push(kept.test(field) ? field.slice(1) : field);
    field = "";
  };
  const endRecord = () => {
    endField();
    if (record.some((value) => value.trim() !== "")) records.push(record);
    record = [];
  };
  for (let at = 0; at < content.length; at++) {
    const character = content.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (content.charAt(at + 1) === '"') {
        field += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && field.trim() === "") {
      field = "";
      isQuoted = true;
    } else if (character === separator) endField();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && content.charAt(at + 1) === "\n") at++;
      endRecord();
    } else field += character;
  }
  endRecord();
  return records;
}

function separatorOf(content: string): string {
  // What stands in quotes separates nothing, and ends no line.
  const bare = content.replace(/"[^"]*"/g, "").trimStart();
  const first = bare.slice(0, /[\r\n]/.exec(bare)?.index);
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
