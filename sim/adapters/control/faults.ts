import type { Fault } from "../../faults/shape.ts";
import { ControlError, type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

function remove({ simulator: { faults } }: Steered, { id }: ControlRequest): object {
  if (faults.remove(id)) return done;
  const ids = faults.list.map((fault) => fault.id);
  throw new ControlError(
    404,
    `there is no fault ${JSON.stringify(id)}; ${ids.length === 0 ? "none waits" : `there are ${ids.join(", ")}`}`,
  );
}

export const faultRoutes: readonly ControlRoute[] = [
  { route: "GET /faults", fields: [], run: ({ simulator }) => ({ faults: simulator.faults.list }) },
  {
    route: "POST /faults",
    fields: undefined,
    run: ({ simulator, clock }, { body }) => {
      const id = simulator.faults.add(body as unknown as Fault);
      clock.arm();
      return { ...done, id };
    },
  },
  {
    route: "DELETE /faults",
    fields: [],
    run: ({ simulator }) => {
      simulator.faults.clear();
      return done;
    },
  },
  { route: "DELETE /faults/{id}", fields: [], run: remove },
];
