import { at, type Body, Untestable } from "../expect.ts";
import type { Actor, EventQueue, ServerEvent } from "./actor.ts";
import { eventsSoFar } from "./messages.ts";
import { capabilities, standing, subscribersOf } from "./registration.ts";

/** Registers a queue of typing notifications. */
export const listenForTyping = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["typing", "message"], client_capabilities: capabilities });

/** Returns the typing events by somebody that a queue got until now. */
export async function typingEventsBy(queue: EventQueue, sender: Actor): Promise<ServerEvent[]> {
  const events = await eventsSoFar(queue);
  return events.filter((event) => event.type === "typing" && at(event, "sender", "user_id") === sender.user_id);
}

/** Returns the typing events by somebody that a queue got until now, without their ids. */
export const typingToldBy = async (queue: EventQueue, sender: Actor): Promise<Body[]> =>
  (await typingEventsBy(queue, sender)).map(({ id, ...told }) => told);

/** Returns what a registration tells of somebody's settings; nothing where the target registers nobody. */
const settingsOf = (person: Actor): Promise<Body> =>
  standing(person, ["user_settings"]).catch((thrown: unknown) => {
    if (person.session.target.missing?.has("POST /register")) return {};
    throw thrown;
  });

/** Makes sure that people's settings let them send typing notifications and receive them. @throws Untestable: somebody's do not */
export async function requireTypists(...people: readonly Actor[]): Promise<void> {
  for (const person of people) {
    const state = await settingsOf(person);
    for (const name of ["send_stream_typing_notifications", "send_private_typing_notifications", "receives_typing_notifications"])
      if (at(state, "user_settings", name) === false) throw new Untestable(`${person.name} has set ${name} to false`);
  }
}

/** Returns a channel that all of them are subscribed to, with no more subscribers than servers tell of typing. @throws Untestable: there is none */
export async function sharedChannel(...people: readonly [Actor, ...Actor[]]): Promise<number> {
  const channel = people[0].session.channels.general;
  const subscribers = await subscribersOf(people[0], channel);
  if (!people.every(({ user_id }) => subscribers.includes(user_id))) throw new Untestable("not all of them are subscribed to general");
  if (subscribers.length > 100) throw new Untestable("servers do not tell large channels such as general of typing");
  return channel;
}
