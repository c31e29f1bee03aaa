import type { ControlRoute, Steered } from "./route.ts";

/** What a user needs to know to talk to the server: where it is, what it is, who is in it. */
export function describe({ simulator, url, realm }: Pick<Steered, "simulator" | "url" | "realm">): object {
  const { level, brand, seed } = simulator.server;
  return { url, level, brand, seed, realm, cast: simulator.cast, channels: simulator.channels };
}

export const realmRoutes: readonly ControlRoute[] = [{ route: "GET /realm", fields: [], run: describe }];
