// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import {
  anyone,
  api,
  authorization,
  content,
  type Draw,
  type Fields,
  hostile,
  json,
  type Known,
  type Make,
  narrow,
  one,
  type SoakRequest,
  searched,
  some,
  text,
  topic,
  userIds,
} from "./request.ts";

const upload: Make = (draw, known) => {
  const boundary = "soaking";
  const bytes = "x".repeat(one(draw, [10, 1000, draw(100) === 0 ? 2_000_000 : 5000]));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`;
  const body = draw(3) === 0 ? file.slice(0, draw(file.length)) : file;
  const headers = { ...authorization(known, anyone(draw, known)), "content-type": `multipart/form-data; boundary=${boundary}` };
  return { method: "POST", path: "/api/v1/user_uploads", headers, body };
};

/** Requests that are wrong before any endpoint sees them. */
const broken: Make = (draw, known) => {
  const usual = api(known, "alice", "POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  const form = (body: string | Uint8Array): SoakRequest => ({ ...usual, body });
  return one<() => SoakRequest>(draw, [
    () => form(`${usual.body}&${"%C3".repeat(draw(1000))}`),
    () => form("a=%C3&".repeat(one(draw, [1, 100, draw(20) === 0 ? 100_000 : 10]))),
    () => form(`${usual.body}&junk=${"x".repeat(draw(20) === 0 ? 1_000_000 : 1000)}`),
    () => form(json(draw)),
    () => form(Uint8Array.from({ length: 200 }, () => draw(256))),
    () => form(`content=${"x".repeat(1_100_000)}`),
    () => ({ ...usual, headers: { ...usual.headers, authorization: `Basic ${"A".repeat(one(draw, [10, 10_000, 200_000]))}` } }),
    () => ({ ...usual, headers: { ...usual.headers, "user-agent": `${"a ".repeat(draw(1000))}/1` } }),
    () => ({
      ...usual,
      headers: { ...usual.headers, "content-type": one(draw, ["text/plain", "multipart/form-data", "", "application/json"]) },
    }),
    () => ({ ...usual, method: one(draw, ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]), body: null }),
    () => ({ ...usual, method: "GET", body: null, path: `/${"%2e%2e/".repeat(draw(50))}api/v1/${"a/".repeat(draw(2000))}` }),
    () => ({ ...usual, method: "GET", body: null, path: `/api/v1/messages?${"narrow=[&".repeat(draw(2000))}` }),
    () => ({
      ...usual,
      method: "GET",
      body: null,
      path: one(draw, ["/", "/user_uploads/2/none", "/static/x", "/json/messages", "/_controller"]),
    }),
  ])();
};

const steer: Make = (draw) => {
  const [path, body] = one<readonly [string, object | null]>(draw, [
    ["clock", { advance_ms: draw(120_000) }],
    ["clock", null],
    ["queues/none", null],
    ["faults", { match: { route: "POST /typing" }, times: 1, then: { status: 429 } }],
    ["actions", { action: "react", as: "bob", message_id: 1 + draw(40), emoji_name: "tada" }],
    ["snapshots", draw(1000) === 0 ? {} : null],
  ]);
  return { method: body ? "POST" : "GET", path: `/_control/${path}`, headers: {}, body: body && JSON.stringify(body) };
};

const recent = (draw: Draw, { newest }: Known): number => Math.max(1, newest - draw(300));
const channelName = (draw: Draw, { channels }: Known): string => one(draw, Object.keys(channels));

const send: Make = (draw, known) => {
  const place =
    draw(4) === 0
      ? { type: "direct", to: some(draw, userIds(known), 4) }
      : { type: "channel", to: channelName(draw, known), topic: topic(draw) };
  return api(known, anyone(draw, known), "POST /messages", { ...place, content: content(draw) });
};

const page: Make = (draw, known) =>
  api(known, anyone(draw, known), "GET /messages", {
    anchor: one<unknown>(draw, ["newest", "oldest", "first_unread", recent(draw, known)]),
    num_before: one(draw, [0, 10, 50, 100]),
    num_after: one(draw, [0, 1, draw(500) === 0 ? 4900 : 50]),
    narrow: draw(3) === 0 ? searched(draw) : narrow(draw),
    apply_markdown: draw(2) === 0,
    client_gravatar: draw(2) === 0,
  });

const getOne: Make = (draw, known) => api(known, anyone(draw, known), `GET /messages/${recent(draw, known)}`, {});

/** The number of the newest messages that stay: pages and searches are to meet some, and not ever more. */
const keptMessages = 3000;

/** An owner clears away what is old; of others' direct messages this is refused. */
const remove: Make = (draw, known) =>
  known.newest - known.oldest > keptMessages ? api(known, "owen", `DELETE /messages/${known.oldest++}`, {}) : getOne(draw, known);

const change: Make = (draw, known) => {
  const fields = one<Fields>(draw, [
    { content: content(draw) },
    { topic: topic(draw), propagate_mode: one(draw, ["change_one", "change_later", "change_all"]) },
  ]);
  return api(known, anyone(draw, known), `PATCH /messages/${recent(draw, known)}`, fields);
};

const mark: Make = (draw, known) => {
  const most = draw(50) === 0 ? 5000 : 20;
  const messages = Array.from({ length: most }, () => recent(draw, known));
  return api(known, anyone(draw, known), "POST /messages/flags", {
    messages,
    op: one(draw, ["add", "remove"]),
    flag: one(draw, ["read", "starred"]),
  });
};

const register: Make = (draw, known) =>
  api(known, anyone(draw, known), "POST /register", {
    ...(draw(8) !== 0 && { fetch_event_types: [] }),
    ...(draw(2) === 0 && { event_types: ["message"] }),
    apply_markdown: draw(2) === 0,
    client_gravatar: draw(2) === 0,
    all_public_streams: draw(4) === 0,
  });

const poll: Make = (draw, known) => {
  const [who, queue_id] = known.queues.length === 0 ? ["alice", "none"] : one(draw, known.queues.slice(-200));
  if (draw(20) === 0) return api(known, who, "DELETE /events", { queue_id });
  const isHeld = draw(30) === 0;
  const asked = api(known, who, "GET /events", {
    queue_id,
    last_event_id: one(draw, [-1, draw(50)]),
    ...(!isHeld && { dont_block: true }),
  });
  return isHeld ? { ...asked, patience: 30 } : asked;
};

/** Values for fields by their names, so that requests get further than the first check. */
const plausible: readonly (readonly [RegExp, (draw: Draw, known: Known) => unknown])[] = [
  [/^narrow$/, narrow],
  [/content|description|status_text|note/, (draw) => content(draw)],
  [/topic/, (draw) => topic(draw)],
  [/^(messages|message_ids|msg_ids)$/, (draw, known) => Array.from({ length: draw(30) }, () => recent(draw, known))],
  [/message_id|anchor/, recent],
  [/^(to|principals|members|user_ids|add|delete|users)$/, (draw, known) => some(draw, userIds(known), 5)],
  [/stream_id|channel_id/, (draw, { channels }) => one(draw, Object.values(channels)).stream_id],
  [/user_id/, (draw, known) => one(draw, userIds(known))],
  [/group/, (draw) => one<unknown>(draw, [1 + draw(20), { direct_members: [12], direct_subgroups: [] }])],
  [/_id$|_seconds$|_timestamp$|order|policy|role|type/, (draw) => one(draw, [0, 1, 2, 100, 1_767_300_000, "stream", "direct"])],
  [/emoji/, (draw) => one(draw, ["tada", "smile", "nope"])],
  [
    /name|title|domain|words|email|keys|fragment|subscriptions|streams/,
    (draw) => one<unknown>(draw, [`n${draw(50)}`, [`n${draw(50)}`], [{ name: `made ${draw(50)}` }]]),
  ],
];

/** Actions that are left out: they take the cast its keys or its channels, or make accounts without end. */
const spared =
  /api_key|^DELETE \/users|deactivate|^(DELETE|PATCH) \/streams\/|subscriptions$|^POST \/users$|^POST \/bots$|^POST \/invites|^PATCH \/(realm|settings|users|bots)|\/json\//;

const anyRoute: Make = (draw, known) => {
  const [route, names] = one(
    draw,
    known.routes.filter(([route]) => !spared.test(route)),
  );
  const path = route.replaceAll(/\{(\w+)[^}]*\}/g, (_, name: string) => {
    const make = plausible.find(([pattern]) => pattern.test(name))?.[1];
    return draw(10) === 0 || !make ? encodeURIComponent(one(draw, hostile)) : encodeURIComponent(text(make(draw, known)));
  });
  const value = (name: string): unknown =>
    draw(6) === 0
      ? one(draw, [...hostile, ...(draw(20) === 0 ? [json(draw)] : [])])
      : (plausible.find(([pattern]) => pattern.test(name))?.[1](draw, known) ?? draw(2) === 1);
  return api(known, anyone(draw, known), path, Object.fromEntries(names.filter(() => draw(3) > 0).map((name) => [name, value(name)])));
};

/** The frequency of each kind of request, of a thousand. */
const mix: readonly (readonly [number, Make])[] = [
  [120, send],
  [200, page],
  [130, getOne],
  [110, remove],
  [20, change],
  [60, mark],
  [40, register],
  [120, poll],
  [120, anyRoute],
  [15, upload],
  [60, broken],
  [5, steer],
];
const all = mix.flatMap(([times, make]) => Array.from({ length: times }, () => make));

/** The next request of a client. */
export const nextRequest: Make = (draw, known) => one(draw, all)(draw, known);
