import type { RealmExport } from "../core/exports.ts";
import type { ExportId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { announceExports } from "../events/realm.ts";
import { sendNotice } from "./notice.ts";

/** Begins a copy of the organization's data, which is ready after a moment of the clock. */
export function beginExport(turn: Turn, caller: User, type: RealmExport["type"]): RealmExport {
  const id = turn.nextId("export") as ExportId;
  const copy: RealmExport = { id, user_id: caller.id, type, asked: turn.now, ready: undefined, deleted: undefined };
  turn.world.exports.set(id, copy);
  announceExports(turn);
  return copy;
}

/** The copy that is ready next, and when. */
export function nextExport({ exports }: Pick<World, "exports">): { readonly copy: RealmExport; readonly at: number } | undefined {
  const copy = [...exports.values()].find(({ ready }) => ready === undefined);
  return copy && { copy, at: copy.asked + limits.exportMillis };
}

/** Files a copy as ready, and tells the one who asked for it. */
export function finishExport(turn: Turn, copy: RealmExport): void {
  const { world } = turn;
  world.exports.set(copy.id, { ...copy, ready: turn.seconds });
  announceExports(turn);
  sendNotice(
    turn,
    world.users.require(copy.user_id),
    "Your data export is complete. [View and download exports](/#organization/data-exports-admin).",
  );
}

export function deleteExport(turn: Turn, copy: RealmExport): void {
  turn.world.exports.set(copy.id, { ...copy, deleted: turn.seconds });
  announceExports(turn);
}
