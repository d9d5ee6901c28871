import type { Client } from "pg";

/** Runs `work` in a transaction; within one already, under a savepoint. What it throws is thrown when all is taken back. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const [begin, commit, undo] =
    client.getTransactionStatus() === "T"
      ? ["savepoint part", "release part", "rollback to part; release part"]
      : ["begin", "commit", "rollback"];
  await client.query(begin);
  try {
    const result = await work();
    await client.query(commit);
    return result;
  } catch (error) {
    // Where the connection is lost, the server does it by itself.
    await client.query(undo).catch(() => {});
    throw error;
  }
}
