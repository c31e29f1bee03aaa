import { type ControlRoute, done } from "./route.ts";

export const faultRoutes: readonly ControlRoute[] = [
  { route: "GET /faults", fields: [], run: ({ simulator }) => ({ faults: simulator.faults.list }) },
  {
    route: "POST /faults",
    fields: undefined,
    run: ({ simulator }, { body }) => {
      simulator.faults.add(body, Object.keys(simulator.cast));
      return done;
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
];
