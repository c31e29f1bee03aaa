import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the processor time that a process and its ended children have used, in seconds; 0 where the system does not tell it, except for
 * this process, whose own time Node knows.
 */
export function processorSecondsOf(pid: number | "self" = "self"): number {
  try {
    // Of the line, fields 14 to 17 are user and system time, its own and that of its children, in hundredths; the second may hold spaces.
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
  } catch {
    if (pid !== "self") return 0;
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** The processes that a process has started and that have not ended; none where the system does not tell. */
function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"));
    return lists.flatMap((list) => list.split(" ").filter((child) => child !== "")).map(Number);
  } catch {
    return [];
  }
}

/** Returns the processor time that a process and all that it has started have used, in seconds; 0 where the system does not tell it. */
export const processorSecondsBelow = (pid: number): number =>
  processorSecondsOf(pid) + childrenOf(pid).reduce((sum, child) => sum + processorSecondsBelow(child), 0);
