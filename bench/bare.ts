import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { moveToCore } from "./machine.ts";

const greeting = z.object({ port: z.number() });

/**
 * Starts a bare `node:http` server that keeps and sends the answers of another one, as a process of its own.
 * @param core where it runs, any one if left out
 */
export async function startBareServer(origin: string, core?: number) {
  const server = fork(new URL("./bare-server.ts", import.meta.url), [origin]);
  const [message] = await once(server, "message");
  const pid = server.pid ?? 0;
  if (core !== undefined) moveToCore(core, pid);
  return {
    origin: `http://127.0.0.1:${greeting.parse(message).port}`,
    pid,
    async [Symbol.asyncDispose]() {
      server.disconnect();
      await once(server, "exit");
    },
  };
}
