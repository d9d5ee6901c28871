/** Prints a line. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints rows of values under their names, numbers to the right. */
export function sayTable(rows: Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "")))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    printLine(cells.join("  "));
  }
}

/** The value below which that share of all lies; 0.5 is the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
