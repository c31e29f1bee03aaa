import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Event } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

/** A registration's words about a setting that names people. */
interface Permission {
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly allowed_system_groups: readonly string[];
}

type Kind = "realm" | "stream" | "group";

const supported = (sim: Simulator) =>
  sim.as("owen").send("POST /register").body.server_supported_permission_settings as Readonly<
    Record<Kind, Readonly<Record<string, Permission>>>
  >;

function isAllowed(group: string, permission: Permission): boolean {
  if (permission.allowed_system_groups.length > 0 && !permission.allowed_system_groups.includes(group)) return false;
  if (group === "role:internet") return permission.allow_internet_group;
  if (group === "role:everyone") return permission.allow_everyone_group;
  return group !== "role:nobody" || permission.allow_nobody_group;
}

/** Returns what became of a request that sets a setting to a system group, on a fork. */
function outcomeOf(sim: Simulator, kind: Kind, setting: string, group: Event): unknown {
  const owen = sim.fork().as("owen");
  const change = { [setting]: { new: group.id } };
  if (kind === "realm") return owen.send("PATCH /realm", change).body;
  if (kind === "stream") return owen.send(`PATCH /streams/${sim.channels.general!.stream_id}`, change).body;
  return owen.send("POST /user_groups/create", { name: "new", description: "", members: [], [setting]: group.id }).body;
}

for (const rulings of ["text", "observed"] as const)
  test(`a setting takes the system groups that a registration allows for it, and no others, as ${rulings} rulings go`, () => {
    const sim = createSimulator(rulings === "text" ? {} : { rulings });
    const groups = (sim.as("owen").send("GET /user_groups").body.user_groups as Event[]).filter((group) => group.is_system_group);
    assert.is(groups.length, 8);
    for (const [kind, settings] of Object.entries(supported(sim)) as [Kind, Readonly<Record<string, Permission>>][])
      for (const [setting, permission] of Object.entries(settings))
        for (const group of groups) {
          const name = String(group.name);
          // The specification excludes role:owners, for which registrations have no word.
          if (setting === "can_mention_group" && name === "role:owners") continue;
          const { result, msg } = outcomeOf(sim, kind, setting, group) as Event;
          const said = `'${setting}' setting cannot be set to '${name}' group.`;
          assert.equal([result, msg], isAllowed(name, permission) ? ["success", ""] : ["error", said], `${kind} ${setting} ${name}`);
        }
  });

test("of settings that no sentence bounds a registration allows every system group, unless running servers are followed", () => {
  const allowed = (sim: Simulator) => {
    const { allow_internet_group, allow_everyone_group } = supported(sim).group.can_join_group!;
    return [allow_internet_group, allow_everyone_group];
  };
  assert.equal(
    [allowed(createSimulator()), allowed(createSimulator({ rulings: "observed" }))],
    [
      [true, true],
      [false, false],
    ],
  );
});

test.run();
