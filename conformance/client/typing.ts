import { type Property, property } from "../declare/property.ts";
import { inTurn } from "./in-turn.ts";
import { soFar } from "./messaging.ts";
import { capabilities, registered, subscriptionOf } from "./registration.ts";
import type { Actor, Event, EventQueue, Session } from "./session.ts";
import { Untestable } from "./verdict.ts";

/** A property about typing. Events of typing to people say nothing that tells one run from another, so they take turns. */
export const typingProperty = (parts: Parameters<typeof property>[0]): Property => inTurn("typing", property(parts));

interface Cast {
  readonly alice: Actor;
  readonly bob: Actor;
  readonly cara: Actor;
}

/** A queue of typing notifications. */
export const listening = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["typing", "message"], client_capabilities: capabilities });

/** The typing events by somebody that a queue got until now. */
export async function typedBy(session: Session, queue: EventQueue, sender: Actor): Promise<Event[]> {
  const events = await soFar(session, queue);
  return events.filter((event) => event.type === "typing" && (event.sender as { user_id?: number })?.user_id === sender.user_id);
}

/** People whose settings let them send typing notifications and receive them. */
export async function typists(session: Session, names: readonly string[] = ["alice", "bob"]): Promise<Cast> {
  const people = Object.fromEntries(names.map((name) => [name, session.as[name]!]));
  for (const one of Object.values(people)) {
    const settings = ((await registered(one, ["user_settings"])).user_settings ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of ["send_stream_typing_notifications", "send_private_typing_notifications", "receives_typing_notifications"])
      if (settings[name] === false) throw new Untestable(`${one.name} has set ${name} to false`);
  }
  return people as unknown as Cast;
}

/** A channel that both are subscribed to, with no more subscribers than servers tell of typing. */
export async function sharedChannel(session: Session, people: readonly Actor[]): Promise<number> {
  const channel = session.channels.general!;
  const subscribers = (await subscriptionOf(people[0]!, channel))?.subscribers;
  if (!people.every(({ user_id }) => subscribers?.includes(user_id))) throw new Untestable("not all of them are subscribed to general");
  if (subscribers!.length > 100) throw new Untestable("servers do not tell large channels such as general of typing");
  return channel;
}
