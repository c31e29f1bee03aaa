import { instead, type Outgoing, type PreparingExchange, type Reply, type Steering, type Target } from "../client/target.ts";

type Body = Readonly<Record<string, unknown>>;

/** One thing that a run did on a target, in the order in which the answers came. */
export type TraceEntry =
  | { readonly kind: "request"; readonly request: Outgoing; readonly reply: Reply | undefined }
  /** An action of the control API, or done over the server's own endpoints in its place, which the target carried out, with the requests for it. */
  | { readonly kind: "action"; readonly action: Body; readonly answer: Body; readonly sent: readonly PreparingExchange[] }
  | { readonly kind: "advance"; readonly milliseconds: number };

/** Returns what steers likewise, and notes each deed. */
export const notedSteering = (steering: Steering, note: (entry: TraceEntry) => void): Steering => ({
  act: async (action, prepares) => {
    const sent: PreparingExchange[] = [];
    const answer = await steering.act(action, (one) => {
      sent.push(one);
      prepares?.(one);
    });
    note({ kind: "action", action, answer, sent });
    return answer;
  },
  advance: async (milliseconds, prepares) => {
    await steering.advance(milliseconds, prepares);
    note({ kind: "advance", milliseconds });
  },
});

const steeringOf = (steering: Steering, record: TraceEntry[]): Steering => ({
  ...(steering.alone && { alone: steering.alone.bind(steering) }),
  ...notedSteering(steering, (entry) => void record.push(entry)),
});

/** Returns a target that does what another does, and notes it in a list. */
function noted<T extends Target>(target: T, record: TraceEntry[], isolated: Target["isolated"]): T {
  const own: Pick<Target, "send" | "isolated" | "steering" | "staging"> = {
    send: async (request) => {
      const reply = await target.send(request);
      record.push({ kind: "request", request, reply });
      return reply;
    },
    isolated,
    steering: target.steering && steeringOf(target.steering, record),
    staging: target.staging && steeringOf(target.staging, record),
  };
  return instead(target, own);
}

type Begun = (record: readonly TraceEntry[]) => void;

/** A run within a run: in this process it is a fork, which goes on from what was done so far; a live server is shared. */
function within(run: Target, record: TraceEntry[], begun: Begun): Target {
  const inner = (): Target => {
    if (run.kind !== "embedded") return within(run.isolated(), record, begun);
    const copy = [...record];
    begun(copy);
    return within(run.isolated(), copy, begun);
  };
  return noted(run, record, inner);
}

/**
 * Returns a target that does what another does.
 * @param begun called with the list of each run that is isolated from it, empty at first, and of each fork of one, with what came before
 */
export function traced<T extends Target>(target: T, begun: Begun): T {
  const isolated = (purpose?: "properties" | "scenarios", address?: string): Target => {
    const record: TraceEntry[] = [];
    begun(record);
    return within(target.isolated(purpose, address), record, begun);
  };
  return noted(target, [], isolated);
}
