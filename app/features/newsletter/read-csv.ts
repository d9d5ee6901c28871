// A list that comes as a file, from whatever wrote it.

/** The apostrophe that `csvOf` puts before what a spreadsheet would calculate. */
const kept = /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * The records of a CSV file, whatever spreadsheet wrote it: commas, semicolons or tabs between the fields, as its first
 * line has them. The apostrophes of `csvOf` are taken off again. Empty lines are left out.
 */
export function readCsv(text: string): string[][] {
  const content = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(content);
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
  const first = content.slice(0, /[\r\n]/.exec(content)?.index);
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}
