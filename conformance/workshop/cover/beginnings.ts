import type { Step } from "../../play/scenario.ts";
import { capabilities } from "./alphabet/events.ts";
import { channelName, fresh, lunch, newest, user } from "./alphabet/words.ts";

const everything = Object.fromEntries(capabilities.map((name) => [name, true]));

const register = (as: string, fields: object): Step => ({ as, op: "register.post", fields: { fetch_event_types: [], ...fields } });

const others = ["bob", "gus", "dana", "robo", "cara", "owen"];
const other = (i: number): string => others[i % others.length] ?? "bob";

/** Queues that hear what happens: two of one account, of which one knows every capability and one none, and those of two others. */
export const queues = (i: number): Step[] => [
  register("alice", { client_capabilities: everything }),
  register("alice", {}),
  register(other(i), {
    client_capabilities: everything,
    apply_markdown: true,
    client_gravatar: i % 2 === 0,
    slim_presence: i % 3 === 0,
  }),
  register(other(i + 1), i % 2 === 0 ? { all_public_streams: true } : { client_capabilities: everything }),
];

const toChannel = (as: string, name: string): Step => ({
  as,
  op: "messages.post",
  fields: { type: "channel", to: channelName(name), topic: lunch, content: "soup at noon" },
});

const toPeople = (as: string, ...names: readonly string[]): Step => ({
  as,
  op: "messages.post",
  fields: { type: "direct", to: names.map(user), content: "hi" },
});

/** A little of everything that steps can be about. */
export const rich: readonly Step[] = [
  register("alice", { client_capabilities: everything }),
  register("bob", {}),
  toChannel("alice", "general"),
  toChannel("bob", "general"),
  toPeople("alice", "bob"),
  toPeople("cara", "alice", "bob"),
  { as: "alice", op: "user_groups.create.post", fields: { name: fresh("crew"), description: "", members: [user("alice"), user("bob")] } },
  {
    as: "alice",
    op: "user_groups.create.post",
    fields: { name: fresh("cooks"), description: "", members: [], subgroups: [newest("group")] },
  },
  { as: "dana", op: "channel_folders.create.post", fields: { name: fresh("Kitchen"), description: "" } },
  { as: "alice", op: "devices", fields: { action: "register_device" } },
];
