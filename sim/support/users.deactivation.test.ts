import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const types = ["realm_user", "realm_bot", "subscription", "user_group"];

const realm = {
  users: { alice: {}, bob: {}, cara: {}, gus: { role: "guest" }, owen: { role: "owner" }, robo: { bot: { owner: "bob" } } },
  groups: { pickers: { members: ["bob"] }, growers: { members: ["alice"] } },
  channels: {
    general: { subscribers: ["alice", "bob"] },
    quiet: { subscribers: ["bob"] },
    shed: { subscribers: ["bob", "gus"] },
    team: { privacy: "private", subscribers: ["alice", "bob"] },
    attic: { archived: true, subscribers: ["bob", "alice"] },
  },
};

/** Events in short, with names in place of ids. */
function brief(sim: Simulator, { type, op, person, bot, stream_ids, user_ids, group_id }: Event): string {
  const { world } = sim.snapshot();
  const users = (ids: unknown) => (ids as number[]).map((id) => [...world.users.values()].find((user) => user.id === id)!.key).join();
  const channels = (ids: unknown) => (ids as number[]).map((id) => [...world.channels.values()].find((one) => one.id === id)!.name).join();
  const one = (person ?? bot) as { user_id: number; is_active: boolean } | undefined;
  if (one) return `${String(type)} ${users([one.user_id])} ${one.is_active}`;
  if (stream_ids) return `${String(op)} ${users(user_ids)} ${channels(stream_ids)}`;
  return `${String(op)} ${users(user_ids)} ${[...world.groups.values()].find(({ id }) => id === group_id)!.name}`;
}

const back = [
  "realm_user bob true",
  "peer_add bob team",
  "peer_add bob shed",
  "peer_add bob general,quiet",
  "add_members bob role:fullmembers",
  "add_members bob role:members",
  "add_members bob pickers",
];
const both = ["realm_user robo false", "realm_user bob false"];

/** Events that alice hears of the end of bob's account and of its return, by level. */
const rows: readonly (readonly [level: number, gone: readonly string[], back: readonly string[]])[] = [
  [302, both, back.slice(0, 4)],
  [372, both, back],
  [376, both, back],
  [
    377,
    ["realm_user robo false", "peer_remove bob team", "peer_remove bob shed", "peer_remove bob general,quiet", "realm_user bob false"],
    back,
  ],
  [
    428,
    [
      "realm_user robo false",
      "peer_remove bob team",
      "peer_remove bob shed",
      "peer_remove bob general,quiet,attic",
      "realm_user bob false",
    ],
    back,
  ],
];

test("the end of an account and its return are told as at the server's level", () => {
  for (const [level, gone, returned] of rows) {
    const sim = createSimulator({ level, realm });
    const hear = listener(sim, "alice", types);
    const heard = () => hear().map((event) => brief(sim, event));
    const id = idOf(sim, "bob");
    assert.is(sim.as("owen").send(`DELETE /users/${id}`).status, 200);
    assert.equal(heard(), gone, String(level));
    for (const _ of [1, 2]) {
      assert.is(sim.as("owen").send(`POST /users/${id}/reactivate`).status, 200);
      assert.equal(heard(), returned, String(level));
    }
  }
});

test("of a bot its owner and administrators hear in an event of its own", () => {
  const sim = createSimulator({ level: 372, realm });
  const [owner, admin, other] = ["bob", "owen", "alice"].map((name) => listener(sim, name, ["realm_bot"])) as [
    () => Event[],
    () => Event[],
    () => Event[],
  ];
  const user_id = idOf(sim, "robo");
  const bot = (fields: Event) => ({ type: "realm_bot", op: "update", bot: { user_id, ...fields } });
  sim.as("bob").send(`PATCH /users/${user_id}`, { full_name: "Robo Hoe" });
  sim.as("owen").send(`POST /users/${user_id}/reactivate`);
  const told = [bot({ full_name: "Robo Hoe" }), bot({ is_active: true })];
  assert.equal([owner(), admin(), other()], [told, told, []]);
  sim.as("robo").send("DELETE /users/me/avatar");
  assert.match(String((owner()[0] as { bot: Event }).bot.avatar_url), /^https:/);
});

test.run();
