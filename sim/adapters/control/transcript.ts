import { jsonHeaders } from "../../protocol/envelope.ts";
import { Answer } from "../../protocol/wire.ts";
import { type ControlRoute, done } from "./route.ts";

const headers = { ...jsonHeaders, "Content-Type": "application/x-ndjson" };

export const transcriptRoutes: readonly ControlRoute[] = [
  {
    route: "GET /transcript",
    fields: [],
    run: ({ simulator }) => new Answer(200, simulator.transcript.map((exchange) => `${JSON.stringify(exchange)}\n`).join(""), headers),
  },
  {
    route: "DELETE /transcript",
    fields: [],
    run: ({ simulator }) => {
      simulator.journal.clear();
      return done;
    },
  },
];
