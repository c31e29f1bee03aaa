import { overflowIn } from "../client/windows.ts";
import type { Monitor } from "./monitor.ts";

/** A list around an id has no more messages on either side of it than were asked for. */
export const windows: Monitor = {
  name: "windows",
  clauses: ["messages.get/num-before", "messages.get/num-after"],
  sees: (route) => route === "GET /messages",
  watch: (_, notes) => ({
    answered(exchange) {
      if (exchange.messages.length === 0) return;
      notes.count();
      const overflow = overflowIn(exchange.request.fields, exchange.body);
      if (overflow) notes.accuse(exchange, overflow.reason, [overflow.clause]);
    },
  }),
};
