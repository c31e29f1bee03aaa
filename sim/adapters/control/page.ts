import { Answer } from "../../protocol/wire.ts";
import type { ControlRoute } from "./route.ts";

/** The inspector, a page to look at and steer the simulator, and the page of coverage. Their texts are loaded when they are first asked for. */
export const pageRoutes: readonly ControlRoute[] = [
  {
    route: "GET /",
    fields: [],
    run: async () => {
      const { page, headers } = await import("../inspector/page.ts");
      return new Answer(200, page, headers);
    },
  },
  {
    route: "GET /coverage.html",
    fields: [],
    run: async ({ simulator }) => {
      const { coveragePage } = await import("../inspector/coverage-page.ts");
      const { text, headers } = coveragePage(simulator);
      return new Answer(200, text, headers);
    },
  },
];
