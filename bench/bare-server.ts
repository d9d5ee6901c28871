import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";

// A server that does nothing but send: it asks another one once for each address, keeps the answer as it came, compressed and
// with its headers, and sends that from then on. Started by `startBareServer`, which tells it the other's origin.

const [origin = ""] = process.argv.slice(2);

interface Kept {
  status: number;
  headers: string[];
  body: Buffer;
}

const answers = new Map<string, Kept>();
/** Headers that the server itself adds. */
const added = ["date", "connection", "keep-alive", "transfer-encoding"];

const server = createServer((incoming, response) => {
  const kept = answers.get(incoming.url ?? "/");
  if (kept) {
    response.writeHead(kept.status, kept.headers);
    response.end(kept.body);
  } else if (incoming.method !== "GET") response.writeHead(204).end();
  else
    ask(incoming).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(502).end(),
    );
});

async function ask({ url = "/", headers: asked }: IncomingMessage): Promise<Kept> {
  const { accept, "accept-language": language } = asked;
  const headers = {
    "Accept-Encoding": "br",
    ...(accept && { Accept: accept }),
    ...(language && { "Accept-Language": language }),
  };
  const [answer]: IncomingMessage[] = await once(request(origin + url, { headers }).end(), "response");
  if (!answer) throw new Error(`${url} got no answer.`);
  const body = Buffer.concat(await answer.toArray());
  const names = answer.rawHeaders.filter((_, at) => at % 2 === 0);
  const kept = {
    status: answer.statusCode ?? 502,
    headers: names.flatMap((name, at) =>
      added.includes(name.toLowerCase()) ? [] : [name, answer.rawHeaders[2 * at + 1] ?? ""],
    ),
    body,
  };
  answers.set(url, kept);
  return kept;
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit());
