import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

/** The kind of machine that the figures are from. */
export function machine(): Record<string, string> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: `${processors.length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: `Node ${process.versions.node}`,
  };
}

/** Whether this system has a program of that name. */
export function has(program: string): boolean {
  return spawnSync("which", [program]).status === 0;
}

/** Puts a command on one core, where the system can; otherwise everything takes what it gets. */
export function onCore(core: number, command: string[]): string[] {
  return canPin ? ["taskset", "-c", String(core), ...command] : command;
}

/** Puts a running process with all its threads on one core, where the system can. */
export function moveToCore(core: number, pid: number): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
}

const canPin = has("taskset") && cpus().length > 1;

/** Seconds that a process and its threads have spent on a core so far; undefined where the system doesn't say. */
export function coreSeconds(pid: number): number | undefined {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return undefined;
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
      .split(" ")
      .flatMap((child) => (child ? [Number(child)] : [])),
  );
}
