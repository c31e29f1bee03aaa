import type { ControlRoute } from "./route.ts";

export const realmRoutes: readonly ControlRoute[] = [
  { route: "GET /realm", fields: [], run: ({ simulator }) => ({ ...simulator.description, control: true }) },
];
