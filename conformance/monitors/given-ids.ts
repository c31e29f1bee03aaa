import { present } from "../client/json.ts";
import { among, isInteger, showing, type WatchedExchange } from "./exchange.ts";
import type { Monitor } from "./monitor.ts";

/** A message gets a greater id than every message that was there when it was sent, and no id is given twice. */
export const messageIds: Monitor = {
  name: "message-ids",
  clauses: ["messages.post/ids-increase", "message-resource/id", "message-resource/ids-ascend", "messages-id.delete/id-not-reused"],
  sees: among("POST /messages", "GET /events", ...showing),
  watch(_, notes) {
    const given = new Set<number>();
    let highest = 0;
    const raise = ({ shown }: Pick<WatchedExchange, "shown">): void => {
      for (const { id } of shown) if (isInteger(id) && id > highest) highest = id;
    };
    const look = (exchange: WatchedExchange, floor: number): void => {
      const { id } = exchange.body;
      if (!exchange.succeeded || !isInteger(id)) return;
      notes.count();
      if (given.has(id))
        notes.accuse(exchange, `the id ${id} is given a second time`, ["message-resource/id", "messages-id.delete/id-not-reused"]);
      else if (id <= floor) {
        const reason = `a message gets the id ${id} after one with the id ${floor}`;
        notes.accuse(exchange, reason, ["messages.post/ids-increase", "message-resource/ids-ascend"]);
      }
      given.add(id);
      raise({ shown: [exchange.body] });
    };
    return {
      sent({ route }) {
        // Only what was known when the request was sent counts: requests that are under way together get ids in any order.
        const floor = highest;
        return route === "POST /messages" ? (exchange) => look(exchange, floor) : raise;
      },
    };
  },
};

interface Made {
  readonly what: string;
  readonly clause: string;
  readonly id: (body: WatchedExchange["body"]) => unknown;
}

/** Kinds of things that requests make beside messages, by their routes. */
const made: Readonly<Record<string, Made>> = {
  "POST /channel_folders/create": { what: "folder", clause: "folder/id", id: ({ channel_folder_id }) => channel_folder_id },
  "POST /user_groups/create": { what: "group", clause: "user-group/group-id", id: ({ group_id }) => group_id },
  "POST /realm/domains": {
    what: "domain",
    clause: "records/allowed-domain",
    id: ({ new_domain }) => (Array.isArray(new_domain) ? new_domain[0] : undefined),
  },
};

/** Every folder, group and domain has an id of its own. */
export const madeIds: Monitor = {
  name: "made-ids",
  clauses: Object.values(made).map(({ clause }) => clause),
  sees: (route) => Object.hasOwn(made, route),
  watch(_, notes) {
    const given = new Set<string>();
    return {
      answered(exchange) {
        const { what, clause, id: idIn } = present(made[exchange.request.route], exchange.request.route);
        const id = exchange.succeeded ? idIn(exchange.body) : undefined;
        if (!isInteger(id)) return;
        notes.count();
        const key = `${what} ${id}`;
        if (given.has(key)) notes.accuse(exchange, `a new ${what} gets the id ${id}, which another one has`, [clause]);
        given.add(key);
      },
    };
  },
};
