import { broken, steer, upload } from "./broken.ts";
import { anyone, api, type Fields, type Known, type Make, text, userIds } from "./request.ts";
import { content, type Draw, hostile, json, narrow, one, searched, some, topic } from "./texts.ts";

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
