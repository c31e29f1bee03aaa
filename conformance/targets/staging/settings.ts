import { Unprepared, Untestable } from "../../expect.ts";
import type { Perform, Stage, StagingFields } from "./stage.ts";

const done = {};
const isGroups = (name: string): boolean => /^can_.*_group$/.test(name) || /^direct_message_.*_group$/.test(name);

/** A setting that names people as endpoints take it: a group by its id, in an object that says that it is new. */
async function peopleOf(stage: Stage, value: unknown): Promise<unknown> {
  if (typeof value !== "string") return { new: value };
  const groups = (await stage.state(stage.administrator, ["realm_user_groups"])).realm_user_groups;
  const found = Array.isArray(groups) ? groups.find(({ name }: StagingFields) => name === value) : undefined;
  if (!found) throw new Unprepared(`a registration shows no group ${value}`);
  return { new: found.id };
}

/** A value of a setting of the organization or of a channel as endpoints take it. */
export const settingOf = async (stage: Stage, name: string, value: unknown): Promise<unknown> =>
  isGroups(name) ? peopleOf(stage, value) : /_limit_seconds$/.test(name) && value === null ? JSON.stringify("unlimited") : value;

/** Ways to log in as endpoints take them: that by password, and the others as they are. */
function methodsOf(state: StagingFields, value: unknown): StagingFields {
  const methods = state.realm_authentication_methods;
  if (typeof methods !== "object" || methods === null) throw new Untestable("a registration does not say realm_authentication_methods");
  const isOn = (method: unknown): unknown => (typeof method === "object" && method !== null ? (method as StagingFields).enabled : method);
  const others = Object.entries(methods).flatMap(([name, method]) => (name === "Email" ? [] : [[name, isOn(method)] as const]));
  // Servers want one that is on. One that they are not set up for opens nothing meanwhile.
  const [standIn] = others.some(([, on]) => on === true) ? [] : (others.at(-1) ?? []);
  return { ...Object.fromEntries(others), ...(value === false && standIn !== undefined && { [standIn]: true }), Email: value };
}

/** A setting as PATCH /realm takes it, and the name under which a registration says its value. */
async function changeOf(stage: Stage, state: StagingFields, property: string, value: unknown) {
  if (property === "email_auth_enabled")
    return { shown: "realm_email_auth_enabled", sent: { authentication_methods: methodsOf(state, value) } };
  const name = property === "web_public_streams_enabled" ? "enable_spectator_access" : property;
  return { shown: `realm_${name}`, sent: { [name]: await settingOf(stage, name, value) } };
}

const setRealm: Perform = async (stage, { property, value }) => {
  const name = String(property);
  const by = stage.administrator;
  const state = await stage.state(by, ["realm"]);
  const { shown, sent } = await changeOf(stage, state, name, value);
  const before = state[shown];
  if (before === undefined) throw new Untestable(`the target has no control API, and a registration does not say ${shown}`);
  if (JSON.stringify(before) === JSON.stringify(value)) return done;
  const set = () => stage.ask(by, "PATCH /realm", sent);
  const back = async () => stage.ask(by, "PATCH /realm", (await changeOf(stage, state, name, before)).sent);
  await stage.change(set, `set ${name} of the organization to ${JSON.stringify(before)}`, back, `realm ${name}`);
  return done;
};

/** Actions that set something for the whole organization. */
export const realmActions: Readonly<Record<string, Perform>> = { set_realm: setRealm };
