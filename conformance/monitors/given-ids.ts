import { at, objectsIn, present } from "../client/json.ts";
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

/** Returns the first id that comes behind a greater one, or the same, with that. */
function firstBehind(ids: readonly unknown[]): readonly [id: number, before: number] | undefined {
  const all = ids.filter(isInteger);
  const at = all.findIndex((id, i) => i > 0 && id <= (all[i - 1] ?? id));
  return at === -1 ? undefined : [all[at] as number, all[at - 1] as number];
}

/** The messages around an anchor come in the order of their ids. */
export const messageOrder: Monitor = {
  name: "message-order",
  clauses: ["messages.get/messages-sorted"],
  sees: among("GET /messages"),
  watch: (_, notes) => ({
    answered(exchange) {
      const { request, succeeded, body } = exchange;
      // In which order messages come that were asked for by their ids no sentence says.
      if (!succeeded || request.fields.message_ids !== undefined) return;
      const ids = objectsIn(body.messages).map(({ id }) => id);
      if (ids.length < 2) return;
      notes.count();
      const wrong = firstBehind(ids);
      if (wrong) notes.accuse(exchange, `the message ${wrong[0]} comes behind the message ${wrong[1]}`);
    },
  }),
};

/** Kinds of things that requests make beside messages, by their routes: each with its clause and the path to its id in an answer. */
const made: Readonly<Record<string, readonly [what: string, clause: string, ...path: (string | number)[]]>> = {
  "POST /channel_folders/create": ["folder", "folder/id", "channel_folder_id"],
  "POST /user_groups/create": ["group", "user-group/group-id", "group_id"],
  "POST /realm/domains": ["domain", "records/allowed-domain", "new_domain", 0],
};

/** Every folder, group and domain has an id of its own. */
export const madeIds: Monitor = {
  name: "made-ids",
  clauses: Object.values(made).map(([, clause]) => clause),
  sees: (route) => Object.hasOwn(made, route),
  watch(_, notes) {
    const given = new Set<string>();
    return {
      answered(exchange) {
        const [what, clause, ...path] = present(made[exchange.request.route], exchange.request.route);
        const id = at(exchange.body, ...path);
        if (!exchange.succeeded || !isInteger(id)) return;
        notes.count();
        const key = `${what} ${id}`;
        if (given.has(key)) notes.accuse(exchange, `a new ${what} gets the id ${id}, which another one has`, [clause]);
        given.add(key);
      },
    };
  },
};
