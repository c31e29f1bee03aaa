import type { Dispatcher } from "undici";

/** A request as it goes over the wire. */
export interface Shot {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** Sends a request and gives the text of its answer. @throws Error: its status is not 200 */
export type Send = (shot: Shot) => Promise<string>;

/** Returns what is answered alike: the method and the path, whatever ids are in it. */
export const routeOf = (method: string, path: string): string => `${method} ${path.replace(/\d+$/, "{id}")}`;

/** Something that clients do again and again. */
export interface Case {
  readonly name: string;
  /** The least ratio to a bare server by processor time that is wanted; undefined where none is. */
  readonly goal: number | undefined;
  /** Makes what the load of one connection needs, and gives what the connection repeats. */
  readonly begin: (send: Send, as: As, connection: number) => Promise<() => Promise<unknown>>;
}

/** Makes a request of a member of the cast, such as `as("alice", "GET /messages/7")`. */
export type As = (who: string, route: string, fields?: Readonly<Record<string, string>>) => Shot;

const plain = "The soup is good today, try it with some bread and a little salt";
const markup = "@**Bob Birch** the **soup** is `good` today, see https://example.com/soup :tada:\n\n* bread\n* salt";
const lunch = { type: "channel", to: "general", topic: "lunch" };

const repeated =
  (make: (as: As, send: Send, connection: number) => Shot | Promise<Shot>): Case["begin"] =>
  async (send, as, connection) => {
    const shot = await make(as, send, connection);
    return () => send(shot);
  };

const sending = (content: string): Case["begin"] => repeated((as) => as("alice", "POST /messages", { ...lunch, content }));

const sent = async (send: Send, as: As, content: string): Promise<number> =>
  JSON.parse(await send(as("alice", "POST /messages", { ...lunch, content }))).id;

const page = { anchor: "newest", num_before: "100", num_after: "0" };

/** A queue that gets the messages of one topic, and what its client does: send a message there, then poll for it. */
async function polling(send: Send, as: As, connection: number): Promise<() => Promise<unknown>> {
  const topic = `topic ${connection}`;
  const fields = { event_types: '["message"]', fetch_event_types: "[]", narrow: JSON.stringify([["topic", topic]]) };
  const { queue_id } = JSON.parse(await send(as("bob", "POST /register", fields)));
  let last = -1;
  const message = as("alice", "POST /messages", { ...lunch, topic, content: plain });
  return async () => {
    await send(message);
    const { events } = JSON.parse(await send(as("bob", "GET /events", { queue_id, last_event_id: String(last) })));
    last = events.at(-1).id;
  };
}

/** Holds polls on so many queues that get no events. */
async function waiting(send: Send, as: As, queues: number): Promise<void> {
  const fields = { event_types: '["message"]', fetch_event_types: "[]", narrow: '[["topic","never"]]' };
  for (let i = 0; i < queues; i++) {
    const { queue_id } = JSON.parse(await send(as("cara", "POST /register", fields)));
    send(as("cara", "GET /events", { queue_id, last_event_id: "-1" })).catch(() => {});
  }
}

const narrow = JSON.stringify([{ operator: "search", operand: "xylophone" }]);

export const cases: readonly Case[] = [
  {
    name: "GET one message",
    goal: 0.9,
    begin: repeated(async (as, send) => as("alice", `GET /messages/${await sent(send, as, plain)}`)),
  },
  {
    name: "GET a page of 100",
    goal: 0.5,
    begin: repeated(async (as, send, connection) => {
      if (connection === 0) for (let i = 0; i < 100; i++) await sent(send, as, plain);
      return as("alice", "GET /messages", page);
    }),
  },
  { name: "POST plain", goal: 0.6, begin: sending(plain) },
  { name: "POST markup and a mention", goal: 0.45, begin: sending(markup) },
  {
    name: "POST typing",
    goal: undefined,
    begin: repeated((as) => as("alice", "POST /typing", { op: "start", type: "channel", stream_id: "41", topic: "lunch" })),
  },
  { name: "POST register", goal: undefined, begin: repeated((as) => as("alice", "POST /register", { event_types: '["message"]' })) },
  {
    name: "send and poll, 100 polls held",
    goal: undefined,
    begin: async (send, as, connection) => {
      if (connection === 0) await waiting(send, as, 100);
      return polling(send, as, connection);
    },
  },
  {
    name: "GET matches_narrow",
    goal: undefined,
    begin: repeated(async (as, send) => {
      const msg_ids = JSON.stringify([await sent(send, as, plain), await sent(send, as, markup)]);
      return as("alice", "GET /messages/matches_narrow", { msg_ids, narrow: '[{"operator":"has","operand":"link"}]' });
    }),
  },
  {
    name: "GET search",
    goal: undefined,
    begin: repeated(async (as, send, connection) => {
      if (connection === 0) for (let i = 0; i < 5; i++) await sent(send, as, `a xylophone for the ${i}th time`);
      return as("alice", "GET /messages", { ...page, narrow });
    }),
  },
];
