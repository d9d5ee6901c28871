import { createServer, type Server } from "node:http";
import type { Config } from "../config.ts";
import { StartError } from "../errors.ts";

/** Reports a taken port before long work. The port answers only when all is ready. @throws StartError */
export async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

/** @throws StartError */
export function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another with the setting PORT=${port + 1}.`,
        EACCES: `Port ${port} needs more rights. Choose one above 1023 with the setting PORT.`,
        EADDRNOTAVAIL: `${host} is no address of this machine. Correct the setting HOST.`,
        ENOTFOUND: `${host} is no known host name. Correct the setting HOST.`,
      };
      reject(new StartError(reason[error.code ?? ""] ?? `${host}:${port} cannot be used: ${error.message}`));
    });
    server.listen(port, host, resolve);
  });
}
