import type { Turn } from "../core/turn.ts";
import { exportRecords } from "../resources/export.ts";
import { administratorsAnd } from "./audience.ts";
import { deliver } from "./deliver.ts";

interface RealmExportEvent {
  readonly exports: ReturnType<typeof exportRecords>;
}

/** Sends `realm_export`, the whole list of copies, to administrators. */
export function announceExports(turn: Turn): void {
  const exports = exportRecords(turn.world);
  deliver<RealmExportEvent>(turn, administratorsAnd(turn.world, undefined), "realm_export", () => ({ exports }));
}
