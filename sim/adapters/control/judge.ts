import { judgeReport } from "../../judge/index.ts";
import { ControlError, type ControlRoute } from "./route.ts";

export const judgeRoutes: readonly ControlRoute[] = [
  {
    route: "GET /judge",
    fields: [],
    run: ({ judge }) => {
      if (!judge) throw new ControlError(404, "nobody judges the clients; `serve --judge` does, and so does `listen` with a judge");
      return judgeReport(judge);
    },
  },
];
