import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";

const lookEveryMs = 100;

/**
 * Connects a client beside the pools, and gives up when the database doesn't answer. Only time in which this process could
 * have heard it counts: as it starts it loads its screens as well, and hears nothing while they are compiled.
 */
export async function connect(config: ClientConfig, withinMs = 10_000): Promise<Client> {
  const socket = new Socket();
  const client = new Client({ ...config, stream: () => socket });
  client.on("error", () => {}); // a lost connection also fails the statement that waits for it
  let looks = 0;
  // Of looks that were missed, one is made up for.
  const looking = setInterval(() => {
    looks++;
    if (looks * lookEveryMs >= withinMs) socket.destroy(new Error("timeout expired"));
  }, lookEveryMs);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  } finally {
    clearInterval(looking);
  }
}
