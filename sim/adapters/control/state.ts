import { ControlError, type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

/** Snapshots share memory with the simulator; still there is an end to them. */
const mostSnapshots = 1000;

function reset({ simulator, clock }: Steered): object {
  simulator.reset();
  clock.reset();
  return done;
}

function keep({ simulator, snapshots }: Steered): object {
  if (snapshots.size >= mostSnapshots) throw new ControlError(400, `there are ${mostSnapshots} snapshots, which is the most that is kept`);
  const id = String(snapshots.size + 1);
  snapshots.set(id, simulator.snapshot());
  return { ...done, id };
}

function restore({ simulator, clock, snapshots }: Steered, { id }: ControlRequest): object {
  const snapshot = snapshots.get(id);
  if (!snapshot) {
    const known = snapshots.size === 0 ? "there are none yet" : `there are 1 to ${snapshots.size}`;
    throw new ControlError(404, `there is no snapshot ${JSON.stringify(id)}; ${known}`);
  }
  simulator.restore(snapshot);
  clock.restored();
  return done;
}

export const stateRoutes: readonly ControlRoute[] = [
  { route: "POST /reset", fields: [], run: reset },
  { route: "POST /snapshots", fields: [], run: keep },
  { route: "POST /snapshots/{id}/restore", fields: [], run: restore },
];
