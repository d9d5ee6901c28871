import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** Where a page reports its problems, and where its script is. */
const path = "/watched-by-a-test";

export interface WatchingProxy extends AsyncDisposable {
  /** What its pages have reported so far. Reading them empties the list. */
  takeProblems(): string[];
}

/**
 * Stands before a server and gives each page one more script, which runs before all others: not every browser can do that
 * by itself, nor tell which errors a page has had.
 * @param watch reports problems with the function that it is given
 * @param port where it listens
 * @param serverPort where the server is
 */
export async function openWatchingProxy(
  watch: (report: (problem: string) => void) => void,
  port: number,
  serverPort: number,
): Promise<WatchingProxy> {
  const problems: string[] = [];
  const script = `(${watch})((problem) => navigator.sendBeacon("${path}", problem));`;
  const server = createServer(async (asked, answer) => {
    if (asked.url !== path) return pass(asked, answer, serverPort);
    if (asked.method === "POST") problems.push(await text(asked));
    answer.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
  });
  await once(server.listen(port, "localhost"), "listening");
  return {
    takeProblems: () => problems.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = asked;
  const further = request({
    port,
    method,
    path: url,
    headers: { ...headers, "accept-encoding": "identity" },
  });
  further.once("response", async (given) => {
    const { statusCode = 502, headers } = given;
    if (!headers["content-type"]?.startsWith("text/html")) {
      answer.writeHead(statusCode, headers);
      given.pipe(answer);
      return;
    }
    const { "content-length": _, ...others } = headers;
    answer.writeHead(statusCode, others);
    answer.end((await text(given)).replace("<head>", `<head><script src="${path}"></script>`));
  });
  for (const end of [further, answer]) end.once("error", () => answer.destroy());
  answer.once("close", () => further.destroy());
  asked.pipe(further);
}
