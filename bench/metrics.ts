/** A server's metrics now: the value of each by its name, with its labels if it has any. */
export async function readMetrics(origin: string): Promise<(name: string) => number> {
  const text = await fetch(`${origin}/metrics`).then((answer) => answer.text());
  const lines = text.split("\n");
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
}
