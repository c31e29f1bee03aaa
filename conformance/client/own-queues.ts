import { Untestable } from "../expect.ts";
import { codes } from "../text/limits.ts";
import type { Outgoing, Reply } from "./target.ts";

interface OwnQueue {
  readonly as: string | null;
  /** The id after which its events begin. */
  readonly start: unknown;
}

/** So many queues of one account a server has to keep for it to be held to keeping those that nobody deletes. */
const asMany = 10;

type Send = (request: Outgoing) => Promise<Reply | undefined>;

const isGone = (reply: Reply | undefined, id: unknown): boolean =>
  reply?.body.code === codes.noSuchQueue && (reply.body.queue_id === undefined || reply.body.queue_id === id);

const polling = (as: string | null, { id, start }: { readonly id: unknown; readonly start: unknown }): Outgoing => ({
  as,
  method: "GET",
  path: "/events",
  fields: { queue_id: id, last_event_id: start, dont_block: true },
});

/**
 * The event queues that one run has registered. No sentence says how many of them a server keeps for an account, or how long: where one is gone that
 * nobody has deleted, a run is untestable.
 */
export class OwnQueues {
  readonly #queues = new Map<unknown, OwnQueue>();
  #isDeleting = false;

  /** Notes what a request made of queues. */
  note({ as, method, path, fields }: Outgoing, { body }: Reply): void {
    if (path === "/register" && body.result === "success") this.#queues.set(body.queue_id, { as, start: body.last_event_id ?? -1 });
    if (method !== "DELETE" || path !== "/events") return;
    this.#isDeleting = true;
    if (body.result === "success" && this.#queues.get(fields.queue_id)?.as === as) this.#queues.delete(fields.queue_id);
  }

  /** @throws Untestable: the answer tells that a queue is gone, and not because of anything that the run did */
  async requireKept({ as, method, fields }: Outgoing, reply: Reply, send: Send): Promise<void> {
    const id = fields.queue_id;
    const own = this.#queues.get(id);
    if (own?.as !== as || own === undefined || !isGone(reply, id)) return;
    // What does not ask for events may be refused for a queue that is there.
    if (method !== "GET" && !isGone(await send(polling(as, { id, start: own.start })), id)) return;
    if (method !== "DELETE" && !this.#isDeleting) throw new Untestable("an event queue is gone that nobody has deleted");
    if (!(await keepsMany(as, send))) throw new Untestable(`the server keeps fewer than ${asMany} event queues of an account`);
  }
}

/** Whether a queue is still there when others of its account were registered after it. */
async function keepsMany(as: string | null, send: Send): Promise<boolean> {
  const register = (): Promise<Reply | undefined> =>
    send({ as, method: "POST", path: "/register", fields: { event_types: ["message"], fetch_event_types: [] } });
  const first = await register();
  for (let more = 1; more < asMany; more++) await register();
  const { queue_id: id, last_event_id: start = -1 } = first?.body ?? {};
  return !isGone(await send(polling(as, { id, start })), id);
}
