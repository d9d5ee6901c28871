/** Writes a line for the person who started Handbill, beside the log. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
