import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The state of connections, open ones included; swallowed ones stay so. */
export type Fate =
  /** Bytes pass as if nothing stood in between. */
  | "joined"
  /** New connections are refused. */
  | "refused"
  /** Each is accepted, and reset. */
  | "reset"
  /** Each is accepted, and no byte travels on it any more, without either end noticing. */
  | "swallowed";

/** A way to a database that can fail in every way a network can. */
export interface Wire extends AsyncDisposable {
  /** The database's address by this way. */
  url: string;
  become(fate: Fate): Promise<void>;
}

/** @param url of the database, by TCP or by a socket's folder */
export async function openWire(url: string): Promise<Wire> {
  const target = new URL(url);
  const folder = target.searchParams.get("host");
  const farPort = Number(target.port || 5432);
  const farHost = target.hostname;
  let fate: Fate = "joined";
  const pairs = new Set<[near: Socket, far: Socket | undefined]>();

  const server = createServer((near) => {
    if (fate === "reset") {
      near.resetAndDestroy();
      return;
    }
    const far =
      fate === "swallowed"
        ? undefined
        : folder
          ? connect(`${folder}/.s.PGSQL.${farPort}`)
          : connect(farPort, farHost);
    const pair: [Socket, Socket | undefined] = [near, far];
    pairs.add(pair);
    near
      .on("error", () => {})
      .once("close", () => {
        pairs.delete(pair);
        far?.destroy();
      });
    far?.on("error", () => {}).once("close", () => near.destroy());
    if (far) near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  target.searchParams.delete("host");
  target.hostname = "127.0.0.1";
  target.port = String(port);

  function cutAll(): void {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far?.destroy();
    }
  }

  function swallowAll(): void {
    for (const pair of pairs) for (const end of pair) end?.unpipe().pause();
  }

  return {
    url: target.href,
    async become(next) {
      if (fate === "refused" && next !== "refused") await once(server.listen(port, "127.0.0.1"), "listening");
      fate = next;
      if (next === "swallowed") swallowAll();
      else if (next !== "joined") cutAll();
      if (next === "refused") {
        const closed = once(server, "close");
        server.close();
        await closed;
      }
    },
    async [Symbol.asyncDispose]() {
      cutAll();
      server.close();
    },
  };
}
