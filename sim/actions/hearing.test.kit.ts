/** A simulator as tests of events use it: one who listens, and the refusal of an action. */

export type Event = Readonly<Record<string, unknown>>;

interface Acting {
  as(name: string): { send(route: string, fields?: Event): { readonly body: Event } };
  act(action: Event): Event;
}

/** Starts to listen as one of the cast; each call of the result gives what was heard since the call before, without ids. */
export function listener(sim: Acting, name: string, event_types: readonly string[], capabilities: readonly string[] = []): () => Event[] {
  const client_capabilities = { notification_settings_null: true, ...Object.fromEntries(capabilities.map((one) => [one, true])) };
  const { queue_id } = sim.as(name).send("POST /register", { event_types, client_capabilities }).body;
  let last_event_id = -1;
  return () => {
    const events = sim.as(name).send("GET /events", { queue_id, last_event_id, dont_block: true }).body.events as Event[];
    last_event_id = Number(events.at(-1)?.id ?? last_event_id);
    return events.map(({ id, ...event }) => event);
  };
}

/** The line with which an action is refused; `done` where it is not. Anything but an ActionError is passed on. */
export function refusal(sim: Acting, action: Event): string {
  try {
    sim.act(action);
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "ActionError") return thrown.message;
    throw thrown;
  }
  return "done";
}
