import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "./simulator.ts";

type Body = Readonly<Record<string, unknown>>;

/** A call to one route, and the one that takes back what the first one made. */
interface Row {
  /** Makes the realm larger, each time with another number. */
  readonly write: (owen: Caller, i: number) => Body;
  /** Undoes the first write, as its answer tells. */
  readonly remove: (owen: Caller, first: Body, i: number) => Body;
}

type Caller = ((route: string, fields?: object, files?: Parameters<ReturnType<Simulator["as"]>["send"]>[2]) => Body) & {
  readonly sim: Simulator;
};

const owenOf = (sim: Simulator): Caller =>
  Object.assign(((route, fields = {}, files) => sim.as("owen").send(route, fields as never, files).body) as Caller, { sim });

const long = (i: number): string => `${i} ${"x".repeat(900)}`;
const bytes = new TextEncoder().encode(`GIF89a${"x".repeat(900)}`);
const message = (owen: Caller): unknown => owen("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 }).messages;
const newest = (owen: Caller): number => (message(owen) as [{ id: number }])[0].id;
const apple = (i: number): string => String(i).padStart(600, "0");
const general = ({ sim }: Caller): number => sim.channels.general?.stream_id as number;
const soup = (content: string) => ({ type: "channel", to: "general", topic: "soup", content });
const emoji = ["octopus", "tada", "heart", "smile", "apple", "car", "cat", "dog"];

const rows: Readonly<Record<string, Row>> = {
  "POST /messages": {
    write: (owen, i) => owen("POST /messages", soup(long(i))),
    remove: (owen, { id }) => owen(`DELETE /messages/${id}`),
  },
  "PATCH /messages/{message_id}": {
    write(owen, i) {
      if (i === 0) owen("POST /messages", soup("short"));
      return owen(`PATCH /messages/${newest(owen)}`, { content: long(i) });
    },
    remove(owen) {
      const removed = owen(`DELETE /messages/${newest(owen)}`);
      owen("POST /messages", soup("short"));
      return removed;
    },
  },
  "POST /messages/{message_id}/reactions": {
    write(owen, i) {
      const sent = i % emoji.length === 0 ? owen("POST /messages", soup("short")) : { result: "success" };
      return sent.result === "success" ? owen(`POST /messages/${newest(owen)}/reactions`, { emoji_name: emoji[i % emoji.length] }) : sent;
    },
    remove: (owen) => owen(`DELETE /messages/${newest(owen) - 1}`),
  },
  "POST /submessage": {
    write(owen, i) {
      if (i === 0) for (const content of [long(0), "/poll Soup?"]) owen("POST /messages", soup(content));
      const data = { type: "new_option", idx: i, option: long(i) };
      return owen("POST /submessage", { message_id: newest(owen), msg_type: "widget", content: JSON.stringify(data) });
    },
    remove: (owen) => owen(`DELETE /messages/${newest(owen) - 1}`),
  },
  "POST /drafts": {
    write: (owen, i) => owen("POST /drafts", { drafts: [{ type: "", to: [], topic: "", content: long(i), timestamp: 1 }] }),
    remove: (owen, { ids }) => owen(`DELETE /drafts/${(ids as number[])[0]}`),
  },
  "POST /saved_snippets": {
    write: (owen, i) => owen("POST /saved_snippets", { title: `${i}`, content: long(i) }),
    remove: (owen, { saved_snippet_id: id }) => owen(`DELETE /saved_snippets/${id}`),
  },
  "POST /scheduled_messages": {
    write: (owen, i) =>
      owen("POST /scheduled_messages", {
        ...soup(long(i)),
        to: general(owen),
        scheduled_delivery_timestamp: Math.floor(owen.sim.now() / 1000) + 3600,
      }),
    remove: (owen, { scheduled_message_id: id }) => owen(`DELETE /scheduled_messages/${id}`),
  },
  "POST /reminders": {
    write: (owen, i) =>
      owen("POST /reminders", {
        message_id: newest(owen),
        note: long(i).slice(0, 400),
        scheduled_delivery_timestamp: Math.floor(owen.sim.now() / 1000) + 3600,
      }),
    remove: (owen, { reminder_id: id }) => owen(`DELETE /reminders/${id}`),
  },
  "POST /navigation_views": {
    write: (owen, i) => owen("POST /navigation_views", { fragment: `narrow/${i}`, is_pinned: true, name: long(i) }),
    remove: (owen) => owen("DELETE /navigation_views/narrow%2F0"),
  },
  "POST /users/me/alert_words": {
    write: (owen, i) => owen("POST /users/me/alert_words", { alert_words: [long(i).slice(0, 90)] }),
    remove: (owen) => owen("DELETE /users/me/alert_words", { alert_words: [long(0).slice(0, 90)] }),
  },
  "PUT /bot_storage": {
    write: (owen, i) => owen("PUT /bot_storage", { storage: { [`k${i}`]: long(i) } }),
    remove: (owen) => owen("DELETE /bot_storage", { keys: ["k0"] }),
  },
  "POST /user_topics": {
    write: (owen, i) => owen("POST /user_topics", { stream_id: general(owen), topic: long(i).slice(0, 60), visibility_policy: 1 }),
    remove: (owen) => owen("POST /user_topics", { stream_id: general(owen), topic: long(0).slice(0, 60), visibility_policy: 0 }),
  },
  "POST /user_uploads": {
    write: (owen, i) => owen("POST /user_uploads", {}, [{ name: `${i}.txt`, type: "text/plain", bytes }]),
    remove: (owen) => owen(`DELETE /attachments/${(owen("GET /attachments").attachments as [{ id: number }])[0].id}`),
  },
  "POST /realm/filters": {
    write: (owen, i) =>
      owen("POST /realm/filters", { pattern: `${i}-(?P<id>[a-z]+)`, url_template: `https://x.net/${long(i).slice(5)}/{id}` }),
    remove: (owen, { id }) => owen(`DELETE /realm/filters/${id}`),
  },
  "POST /realm/playgrounds": {
    write: (owen, i) =>
      owen("POST /realm/playgrounds", {
        name: `${i}`,
        pygments_language: "Rust",
        url_template: `https://x.net/${long(i).slice(5)}/{code}`,
      }),
    remove: (owen, { id }) => owen(`DELETE /realm/playgrounds/${id}`),
  },
  "POST /realm/domains": {
    write: (owen, i) => owen("POST /realm/domains", { domain: `d${i}.${"x".repeat(60)}.net`, allow_subdomains: false }),
    remove: (owen) => owen(`DELETE /realm/domains/d0.${"x".repeat(60)}.net`),
  },
  "POST /realm/profile_fields": {
    write: (owen, i) => owen("POST /realm/profile_fields", { name: `f${i}`, hint: "x".repeat(80), field_type: 1 }),
    remove: (owen, { id }) => owen(`DELETE /realm/profile_fields/${id}`),
  },
  "POST /invites/multiuse": {
    write: (owen, i) => owen("POST /invites/multiuse", { welcome_message_custom_text: long(i), invite_as: 400 }),
    remove: (owen) => owen(`DELETE /invites/multiuse/${(owen("GET /invites").invites as [{ id: number }])[0].id}`),
  },
  "POST /invites": {
    write: (owen, i) =>
      owen("POST /invites", { invitee_emails: `new${i}@example.com`, stream_ids: [], welcome_message_custom_text: long(i) }),
    remove: (owen) => owen(`DELETE /invites/${(owen("GET /invites").invites as [{ id: number }])[0].id}`),
  },
  "POST /users/me/apns_device_token": {
    write: (owen, i) => owen("POST /users/me/apns_device_token", { token: apple(i), appid: "org.example.app" }),
    remove: (owen) => owen("DELETE /users/me/apns_device_token", { token: apple(0) }),
  },
  "POST /register_client_device": {
    write: (owen) => owen("POST /register_client_device"),
    remove: (owen, { device_id }) => owen("POST /remove_client_device", { device_id }),
  },
  "POST /register": {
    write: (owen, i) => owen("POST /register", { event_types: ["message"], fetch_event_types: [], narrow: [["topic", long(i)]] }),
    remove: (owen, { queue_id }) => owen("DELETE /events", { queue_id }),
  },
  "events that wait in a queue": {
    write(owen, i) {
      if (i === 0) owen("POST /register", { event_types: ["typing"], fetch_event_types: [] });
      const typed = owen("POST /typing", { type: "direct", op: "start", to: [owen.sim.cast.alice?.user_id, owen.sim.cast.owen?.user_id] });
      return { ...typed, queue_id: [...owen.sim.state.queues.keys()][0] };
    },
    remove: (owen, { queue_id }) => owen("GET /events", { queue_id, last_event_id: 3, dont_block: true }),
  },
  "POST /user_groups/create": {
    write: (owen, i) => owen("POST /user_groups/create", { name: `g${i}`, description: long(i), members: [] }),
    remove(owen, { group_id }) {
      for (const next of [1, 2]) owen(`PATCH /user_groups/${Number(group_id) + next}`, { description: "" });
      return owen(`PATCH /user_groups/${group_id}`, { description: "" });
    },
  },
  "POST /channel_folders/create": {
    write: (owen, i) => owen("POST /channel_folders/create", { name: `f${i}`, description: long(i) }),
    remove(owen, { channel_folder_id: id }) {
      owen(`PATCH /channel_folders/${Number(id) + 1}`, { description: "" });
      return owen(`PATCH /channel_folders/${id}`, { description: "" });
    },
  },
  // Channels are never removed, and a change of their description sends a message: what makes room is something else.
  "POST /channels/create": {
    write(owen, i) {
      const { id } = i === 0 ? owen("POST /messages", soup("x".repeat(4000))) : { id: 0 };
      const made = owen("POST /channels/create", { name: `c${i}`, description: long(i), subscribers: [owen.sim.cast.owen?.user_id] });
      return { ...made, message: id };
    },
    remove: (owen, first) => owen(`DELETE /messages/${first.message}`),
  },
  "PATCH /users/me/profile_data": {
    write(owen, i) {
      const made = owen("POST /realm/profile_fields", { name: `f${i}`, field_type: 2 });
      if (made.result !== "success") return made;
      const written = owen("PATCH /users/me/profile_data", { data: [{ id: made.id, value: long(i).slice(0, 490) }] });
      return { ...made, ...written };
    },
    remove: (owen, { id }) => owen("DELETE /users/me/profile_data", { data: [id] }),
  },
};

const room = 30_000;
const full = {
  result: "error",
  code: "BAD_REQUEST",
  msg: `The realm is full: requests have written the ${room} bytes that it has room for`,
};

/** Writes until the realm is full. @returns what the first write was answered, and the number of writes that found room */
function fill(owen: Caller, { write }: Row, route: string): [first: Body, count: number] {
  const first = write(owen, 0);
  assert.is(first.result, "success", `${route}: ${first.msg}`);
  for (let i = 1; i < 200; i++) {
    const body = write(owen, i);
    if (body.result === "success") continue;
    assert.equal([body.result, body.code, body.msg], [full.result, full.code, full.msg], route);
    return [first, i];
  }
  throw new Error(`${route}: 200 writes found room`);
}

for (const [route, row] of Object.entries(rows))
  test(`${route} is refused where the realm is full, and has room again once something is removed`, () => {
    const sim = createSimulator({ realmBytes: room });
    const owen = owenOf(sim);
    const before = sim.snapshot();
    const [first, count] = fill(owen, row, route);
    const fork = owenOf(sim.fork());
    for (const one of [owen, fork]) {
      const removed = row.remove(one, first, count);
      assert.is(removed.result, "success", `${route}: ${removed.msg}`);
      const again = row.write(one, count + 1);
      assert.is(again.result, "success", `${route}, after something was removed: ${again.msg}`);
    }
    sim.restore(before);
    assert.is(fill(owen, row, route)[1], count, "a restored state has the room that it had");
    sim.reset();
    assert.is(fill(owen, row, route)[1], count, "a reset gives all room back");
  });

test.run();
