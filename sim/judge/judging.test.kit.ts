import { createSimulator, type Held, type JudgeOptions, judge, type SimulatorOptions, type WireResponse } from "../index.ts";

/** A simulator under a judge, and how tests act on it. */
export function judging(options: SimulatorOptions = {}, manner: JudgeOptions = {}) {
  const sim = createSimulator(options);
  const watch = judge(sim, undefined, manner);
  const general = sim.channels.general!.stream_id;
  return {
    sim,
    watch,
    general,
    alice: sim.as("alice"),
    /** Sends a request as it stands, with a query where it has one. */
    raw: (route: string, fields: Record<string, unknown> = {}, auth?: string | { email: string; api_key: string }) => {
      const [method = "", path = ""] = route.split(" ");
      return sim.send({ method, path, fields, ...(auth !== undefined && { auth }) }) as WireResponse;
    },
    wait: (ms: number) => sim.advance({ ms }),
    /** Opens a queue of Alice's for nothing but heartbeats. */
    queue: (fields: Record<string, unknown> = {}) =>
      sim.as("alice").send("POST /register", { event_types: ["message"], fetch_event_types: [], ...fields }).body.queue_id as string,
    /** Polls without waiting. */
    look: (queue_id: string, last_event_id: number) => sim.as("alice").send("GET /events", { queue_id, last_event_id, dont_block: true }),
    /** Polls, and leaves the poll waiting. */
    hold: (queue_id: string, last_event_id: number): Held => sim.as("alice").request("GET /events", { queue_id, last_event_id }) as Held,
    /** Returns the findings so far, as `rule: message`. */
    said: () => watch.findings.map(({ rule, message }) => `${rule}: ${message}`),
    /** Returns the findings at the end. */
    closed: () => watch.close().map(({ rule, message }) => `${rule}: ${message}`),
  };
}

export type Judging = ReturnType<typeof judging>;
