import { Answer } from "../../protocol/wire.ts";
import type { ControlRoute } from "./route.ts";

/** The inspector: a page to look at and steer the simulator. Its text is loaded when it is first asked for. */
export const pageRoutes: readonly ControlRoute[] = [
  {
    route: "GET /",
    fields: [],
    run: async () => {
      const { page, headers } = await import("../inspector/page.ts");
      return new Answer(200, page, headers);
    },
  },
];
