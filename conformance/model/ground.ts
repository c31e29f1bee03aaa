import type { Simulator } from "../../sim/index.ts";
import { laterThan } from "../catalogue/routes.ts";
import { parsed } from "../client/json.ts";
import { isHeldToObserved, type Target } from "../client/target.ts";
import type { Ground, GroundField } from "../draw/ground.ts";
import { type Atlas, rowsOf } from "./atlas.ts";

type Body = Readonly<Record<string, unknown>>;
type Registrations = ReadonlyMap<string, Body>;

/** Of more people than these, running servers let only some mention all. */
const many = 15;

const isAdministrator = (role: string): boolean => role === "administrator" || role === "owner";

/** The ground's names of channels by their ids. */
const channelNames = ({ channels }: Atlas): ReadonlyMap<unknown, string> =>
  new Map(Object.entries(channels).map(([name, { id }]) => [id, name]));

/** The names of those channels in some lists of a registration that pass a test. */
function channelsIn(body: Body, lists: readonly string[], names: ReturnType<typeof channelNames>, test: (row: Body) => boolean): string[] {
  return rowsOf(body, ...lists).flatMap((row) => {
    const name = names.get(row.stream_id);
    return name !== undefined && !row.is_archived && test(row) ? [name] : [];
  });
}

const everyList = ["subscriptions", "unsubscribed", "never_subscribed"];

/** The keys of the options of a profile field; none where what is told of them is no JSON. */
function optionsIn(data: unknown): readonly string[] {
  return Object.keys(parsed(String(data)) ?? {});
}

function profileFieldsOf(body: Body): Ground["profileFields"] {
  const rows = rowsOf(body, "custom_profile_fields").map(({ name, type, field_data, editable_by_user }): [string, GroundField] => {
    const options = type === 3 ? optionsIn(field_data) : [];
    return [String(name), { type: Number(type), options, isEditable: editable_by_user !== false }];
  });
  return Object.fromEntries(rows);
}

/** The topics of a channel in which more people have written than anybody may mention. Sends a request to the model. */
function busyTopics(model: Simulator, channel: string, by: string): Ground["busy"] {
  const narrow = [{ operator: "channel", operand: channel }];
  const fields = { anchor: "newest", num_before: 1000, num_after: 0, narrow, apply_markdown: false };
  const senders = new Map<string, Set<unknown>>();
  for (const { subject, sender_id } of rowsOf(model.as(by).send("GET /messages", fields).body, "messages")) {
    senders.set(String(subject), (senders.get(String(subject)) ?? new Set()).add(sender_id));
  }
  return [...senders].flatMap(([topic, { size }]) => (size > many ? [{ channel, topic }] : []));
}

/**
 * Returns what scenarios can be drawn from on a target.
 * @param model a simulator at the start, to ask what no registration tells
 * @param registrations what the model tells each member of the cast who is let in
 */
export function groundOf(
  { missing, ...target }: Pick<Target, "kind" | "brand" | "like" | "limits" | "cast" | "steering" | "missing">,
  ours: Atlas,
  model: Simulator,
  registrations: Registrations,
  known: boolean,
): Ground {
  const { cast, steering } = target;
  const members = Object.entries(cast);
  const namesOf = (test: (member: Target["cast"][string]) => boolean) => members.filter(([, member]) => test(member)).map(([name]) => name);
  const active = [...registrations.keys()];
  const first = [...registrations.values()][0] ?? {};
  const names = channelNames(ours);
  const byMember = (list: (body: Body) => string[]) => Object.fromEntries([...registrations].map(([name, body]) => [name, list(body)]));
  const subscribed = byMember((body) => channelsIn(body, ["subscriptions"], names, () => true));
  const isLarge = ({ subscribers }: Body): boolean => Array.isArray(subscribers) && subscribers.length > many;
  const crowded = [...new Set([...registrations.values()].flatMap((body) => channelsIn(body, everyList, names, isLarge)))];
  const [reader] = active;
  return {
    cast: Object.keys(cast),
    active,
    owners: namesOf(({ role }) => role === "owner"),
    administrators: namesOf(({ role }) => isAdministrator(role)),
    guests: namesOf(({ role }) => role === "guest"),
    bots: namesOf(({ is_bot }) => is_bot),
    withPassword: namesOf(({ password }) => password !== null),
    withToken: active.filter((name) => registrations.get(name)?.has_vc_token === true),
    // Nobody can give a device back that a run took from somebody: where the model does not know the target, runs take only their own.
    withDevice: known ? active.filter((name) => ours.devices[name] !== undefined) : [],
    channels: Object.keys(ours.channels),
    subscribed,
    readable: byMember((body) => channelsIn(body, everyList, names, (row) => row.in_home_view !== undefined || !row.invite_only)),
    crowded,
    busy: known && reader !== undefined ? crowded.flatMap((channel) => busyTopics(model, channel, reader)) : [],
    linked: rowsOf(first, "realm_linkifiers").flatMap(({ example_input }) => (typeof example_input === "string" ? [example_input] : [])),
    profileFields: profileFieldsOf(first),
    known,
    steered: known && steering !== undefined,
    observed: isHeldToObserved(target),
    limits: known ? {} : (target.limits ?? {}),
    missing: new Set([...(missing?.keys() ?? []), ...(known ? [] : laterThan(model.server.level))]),
  };
}
