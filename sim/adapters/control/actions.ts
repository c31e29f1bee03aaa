import { type ControlRoute, done } from "./route.ts";

export const actionRoutes: readonly ControlRoute[] = [
  { route: "POST /actions", fields: undefined, run: ({ simulator }, { body }) => ({ ...done, ...simulator.act(body) }) },
];
