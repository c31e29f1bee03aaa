import { success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Returns the name of the account whose address a request gives beside a key that is not its own. */
function impostor({ wire: { credentials }, served: { cast } }: InterceptedRequest): string | undefined {
  if (credentials.kind !== "basic") return undefined;
  return Object.entries(cast).find(([, { email, api_key }]) => email === credentials.email && api_key !== credentials.api_key)?.[0];
}

/** Faults of requests that are refused. */
export const traceMutants: readonly Mutant[] = [
  mutant({
    name: "done-before-the-key-is-compared",
    breaks: "conventions/refusals-leave-no-trace",
    says: "A request with a wrong key is refused and is done all the same.",
    besides: (request) => {
      const name = impostor(request);
      if (name === undefined) return false;
      request.served.exchange(request.by(name));
      return true;
    },
  }),
  mutant({
    name: "unknown-acknowledgement-succeeds",
    breaks: "conventions/refused-acknowledgement",
    says: "Acknowledging an event that the queue does not have is answered by a success without events.",
    on: "GET /events",
    instead: (request) => (Number(request.field("last_event_id")) > 100_000 ? success({ events: [] }) : undefined),
  }),
  mutant({
    name: "lost-message-of-bot-succeeds",
    breaks: "conventions/refused-bot-message",
    says: "A bot's message to a channel that does not exist is answered by a success and is lost.",
    on: "POST /messages",
    instead: (request) =>
      request.caller === "robo" && request.wouldSay().body.code === "STREAM_DOES_NOT_EXIST" ? success({ id: 1 }) : undefined,
  }),
];
