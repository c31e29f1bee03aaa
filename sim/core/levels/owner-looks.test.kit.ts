import { type Event, listener } from "../../actions/hearing.test.kit.ts";
import type { Simulator } from "../../server/simulator.ts";
import type { Look } from "./looks.test.kit.ts";

export const ownerBody = (sim: Simulator, route: string, fields: Event = {}, as = "owen"): Event => sim.as(as).send(route, fields).body;
export const ownerHasRoute =
  (route: string, fields: Event = {}, as = "owen"): Look =>
  (sim) =>
    ![404, 405].includes(sim.as(as).send(route, fields).status);
export const ownerReads =
  (route: string, name: string, fields: Event = {}): Look =>
  (sim) =>
    !(ownerBody(sim, route, { ...fields, [name]: fields[name] ?? true }).ignored_parameters_unsupported as string[] | undefined)?.includes(
      name,
    );
export const invitation = { invitee_emails: "finn@example.com", stream_ids: [] };
export const reminder = (sim: Simulator): Event => ({
  message_id: Math.max(...sim.state.messages.keys()),
  scheduled_delivery_timestamp: sim.now() / 1000 + 60,
});
/** The types and operations of events that somebody hears while something happens. */
export const heard = (sim: Simulator, as: string, types: readonly string[], happens: () => unknown): unknown => {
  const hear = listener(sim, as, types);
  happens();
  return hear().map(({ type, op, property }) => [type, op, property].filter(Boolean).join(" "));
};
export const madeBot = (sim: Simulator): Event => ownerBody(sim, "POST /bots", { full_name: "Weather", short_name: "weather" });
export const exported = (sim: Simulator): Event => {
  ownerBody(sim, "POST /export/realm");
  return (ownerBody(sim, "GET /export/realm").exports as Event[])[0]!;
};
