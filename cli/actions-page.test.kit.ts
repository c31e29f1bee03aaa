import { actionFields, actionProperties } from "../sim/actions/index.ts";
import { channelGroupDefaults, realmDefaults, realmGroupDefaults, userDefaults } from "../sim/core/settings.ts";
import { createSimulator, type Simulator } from "../sim/index.ts";

/** The effect of each action in words, and the fields of one that succeeds in the small realm. */
const described: Readonly<Record<string, readonly [does: string, example: (sim: Simulator) => object]>> = {
  create_channel: [
    "Makes a channel; the answer has its `stream_id`. With `as` it has a creator, who is its first subscriber where no `subscribers` are given.",
    () => ({ name: "kitchen", subscribers: ["alice", "bob"] }),
  ],
  subscribe: ["Subscribes an account, also to a private channel.", () => ({ as: "gus", channel: "quiet" })],
  unsubscribe: ["Ends a subscription.", () => ({ as: "bob", channel: "general" })],
  mute_channel: ["Mutes a channel for a subscriber, or ends that.", () => ({ as: "bob", channel: "general", value: true })],
  edit_message: [
    "Edits a message that `as` sees; the content only its sender may change. At least one of content, topic and channel changes.",
    (sim) => ({ as: "alice", message_id: sent(sim), content: "Soup is **cold**" }),
  ],
  set_flag: ["Adds or removes a flag of a message for `as`.", (sim) => ({ as: "bob", message_id: sent(sim), flag: "read", op: "add" })],
  add_submessage: [
    "Adds to a widget, such as a vote; the answer has the `submessage_id`.",
    (sim) => ({ as: "bob", message_id: sent(sim), msg_type: "widget", content: "{}" }),
  ],
  react: ["Adds an emoji reaction.", (sim) => ({ as: "bob", message_id: sent(sim), emoji_name: "tada" })],
  unreact: ["Takes one's own reaction away.", (sim) => ({ as: "bob", message_id: reacted(sim), emoji_name: "tada" })],
  set_presence: [
    "Files that an account was seen, now or at `timestamp` (seconds since 1970). [An event does not come each time](clients.md#presence).",
    () => ({ as: "cara", status: "active" }),
  ],
  register_device: ["Registers a device; the answer has its `device_id`.", () => ({ as: "alice" })],
  set_video_token: ["Gives or takes an account's token of the video provider.", () => ({ as: "bob", value: true })],
  confirm_email: [
    "Opens the link in the mail that asks whether a new address (`PATCH /settings` with `email`) is the account's.",
    (sim) => {
      sim.as("bob").send("PATCH /settings" as string, { email: "robert@example.com" });
      return { as: "bob" };
    },
  ],
  deactivate_user: ["Deactivates an account: its queues end, its key is refused.", () => ({ as: "bob" })],
  reactivate_user: ["Activates an account that is deactivated.", () => ({ as: "zoe" })],
  add_linkifier: [
    "Adds a linkifier; the answer has its `id`.",
    () => ({ pattern: "T(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }),
  ],
  add_profile_field: [
    "Adds a profile field; the answer has its `id`. `field_data` is for the types 3 (a list of options) and 7 (an external account).",
    () => ({ name: "Size", type: 3, field_data: { s: { text: "small", order: "1" } } }),
  ],
  add_emoji: ["Adds a custom emoji; the answer has its `id`.", () => ({ name: "soup_bowl" })],
  set_video_provider: ["Says whether the server has a provider of video calls.", () => ({ configured: false })],
  deactivate_group: [
    "Deactivates a user group.",
    (sim) => ({ group_id: sim.as("owen").send("POST /user_groups/create", { name: "cooks", description: "", members: [] }).body.group_id }),
  ],
  end_queues: ["Ends all event queues, or those of `as`, as a restart of the server does.", () => ({ as: "alice" })],
  send_event: [
    "Sends any object with a `type` to all queues that take the type, or to those of `as`: what servers of later levels tell.",
    () => ({ event: { type: "weather", outlook: "sun" }, as: "alice" }),
  ],
  set_realm: ["Sets a property of the organization ([all](#properties-of-set_realm)).", () => ({ property: "name", value: "Acme" })],
  set_user: [
    "Sets a property of an account ([all](#properties-of-set_user)).",
    () => ({ as: "bob", property: "role", value: "moderator" }),
  ],
  set_channel: [
    "Sets a property of a channel ([all](#properties-of-set_channel)).",
    () => ({ channel: "general", property: "topics_policy", value: "empty_topic_only" }),
  ],
};

const sent = (sim: Simulator): number =>
  Number(sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "Soup" }).body.id);

function reacted(sim: Simulator): number {
  const message_id = sent(sim);
  sim.act({ action: "react", as: "bob", message_id, emoji_name: "tada" });
  return message_id;
}

/** Returns what an action that is refused accepts at its first wrong place. */
function accepted(sim: Simulator, action: Readonly<Record<string, unknown>>): string {
  try {
    sim.act(action);
  } catch (problem) {
    const [, words = ""] = /, expected (.*)$/.exec((problem as Error).message) ?? [];
    if (words !== "") return words;
    throw problem;
  }
  throw new Error(`nothing is wrong with ${JSON.stringify(action)}`);
}

/** Names of the realm, which an error lists, stand in no page. */
const withoutNames = (words: string): string => words.replace(/^(a cast member|a channel): .*/, "$1");

/** Values that stand for anything, or have more to them than the words for a wrong value say. */
const spelled: Readonly<Record<string, string>> = {
  property: "a name, below",
  value: "the property's, below",
  event: "an object with a `type`",
  field_data: "an object, or its JSON",
};

function fieldWords(sim: Simulator, name: string, example: object): string {
  const isSetter = name in actionProperties;
  return Object.entries(actionFields[name] ?? {})
    .map(([field, { isOptional }]) => {
      const own = field === "value" && !isSetter ? undefined : spelled[field];
      const words = own ?? withoutNames(accepted(sim, { action: name, ...example, [field]: {} }));
      return `\`${field}\`${isOptional ? "?" : ""} ${words}`;
    })
    .join("; ");
}

function actionRow(name: string): string {
  const [does, exampleIn] = described[name] ?? [];
  if (does === undefined || exampleIn === undefined)
    throw new Error(`the action ${name} has no description in cli/actions-page.test.kit.ts`);
  const sim = createSimulator();
  const example = exampleIn(sim);
  const fields = fieldWords(sim, name, example);
  const given: Readonly<Record<string, unknown>> = { action: name, ...example };
  sim.act(given);
  return `| \`${name}\` | ${does} | ${fields} | \`${JSON.stringify(given)}\` |`;
}

/** The accounts and channels whose properties are tried. */
const subjects: Readonly<Record<string, object>> = { set_realm: {}, set_user: { as: "alice" }, set_channel: { channel: "general" } };

const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  set_realm: { ...realmDefaults, ...realmGroupDefaults },
  set_user: userDefaults,
  set_channel: channelGroupDefaults,
};

function propertyRow(sim: Simulator, action: string, property: string): string {
  const isPeople = /_group$|^can_/.test(property) && typeof defaults[action]?.[property] === "string";
  const words = isPeople ? "a group" : accepted(sim, { action, ...subjects[action], property, value: {} });
  const value = defaults[action]?.[property];
  return `| \`${property}\` | ${words} | ${value === undefined ? "" : `\`${JSON.stringify(value)}\``} |`;
}

function propertySection(name: string, properties: readonly string[]): string {
  const sim = createSimulator();
  const rows = properties.map((property) => propertyRow(sim, name, property));
  return [`## Properties of ${name}`, "", "| property | accepted | default |", "|---|---|---|", ...rows, ""].join("\n");
}

/** Returns the page of all actions, their fields, and the properties that they set. */
export function actionsPage(): string {
  const head = `# Actions

What no endpoint does: \`sim.act({ action, … })\` in [the library](library.md#requests-time-states), \`POST /_control/actions\` with the same fields as JSON in
[the control API](serve.md#the-control-api). Nobody's permission is asked, clients hear of it as of any other change, and what is wrong is refused before anything is written.
\`npm run pages\` writes this page; each example works in the realm \`small\`, with the id of a message or a group that is there.

    curl http://127.0.0.1:9991/_control/actions -d '{"action": "set_presence", "as": "cara", "status": "active"}'

Fields with a question mark are optional. A cast member and a channel are names. \`as\` is one whose account is active, but for \`reactivate_user\`, \`set_user\`,
\`end_queues\` and \`send_event\`, which take any.

| action | | fields | example |
|---|---|---|---|`;
  const sections = Object.entries(actionProperties).map(([name, properties]) => propertySection(name, properties));
  const groups = `A group is the id or the name of one, such as \`"role:members"\`, or \`{"direct_members": [ids], "direct_subgroups": [ids]}\`.
`;
  return [[head, ...Object.keys(actionFields).map(actionRow), ""].join("\n"), groups, ...sections].join("\n");
}
