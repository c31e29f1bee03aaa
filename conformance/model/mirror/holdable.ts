import { createSimulator, RealmFileError } from "../../../sim/index.ts";
import { jsonWords } from "../../../sim/reader/index.ts";
import { at, isObject, jsonText } from "../../client/json.ts";
import type { Body } from "../../expect.ts";

/** So many times something is left out. */
const mostLeftOut = 200;

/** A record that is left out of a realm, and the problem that a simulator has with it. */
export interface LeftOut {
  /** Its place in the file, such as `users.bob`. */
  readonly place: string;
  readonly record: unknown;
  readonly problem: RealmFileError;
}

type Step = string | number;
type Container = Record<Step, unknown>;

const isContainer = (value: unknown): value is Container => isObject(value) || Array.isArray(value);

/** Returns the step that a path begins with and its length there; undefined where it leads nowhere. A long name is shortened in a path. */
function stepIn(value: unknown, path: string): readonly [step: Step, length: number] | undefined {
  const [plain, name, index] = /^(?:\.?([A-Za-z_][\w-]*)|\[(\d+)\])/.exec(path) ?? [];
  if (plain !== undefined) return [name ?? Number(index), plain.length];
  const named = Object.keys(isContainer(value) ? value : {}).find((key) => path.startsWith(`[${jsonWords(key)}]`));
  return named === undefined ? undefined : [named, jsonWords(named).length + 2];
}

/** Returns the steps of a path in a realm file, such as `messages[3].unread_by[0]` or `groups["a b"].members`, as far as they lead anywhere. */
function stepsOf(realm: unknown, path: string): readonly Step[] {
  const found = stepIn(realm, path);
  if (!found) return [];
  const [step, length] = found;
  return [step, ...stepsOf(isContainer(realm) ? realm[step] : undefined, path.slice(length))];
}

const isOneOf = (step: Step | undefined, ...names: readonly string[]): boolean => names.includes(String(step));

/**
 * Returns how many steps lead to what is left out for a problem at a place: to a part that says nothing of what anybody may do or see, or to
 * the whole record.
 */
function depthOf([kind, , part, name]: readonly Step[]): number {
  if (kind === "messages" && isOneOf(part, "unread_by", "starred_by", "reactions", "edits", "submessages")) return 4;
  if (kind === "users" && isOneOf(part, "settings", "profile", "alert_words", "navigation_views")) return 4;
  if (kind === "channels" && part === "subscriptions" && name !== undefined) return 4;
  if (isOneOf(part, "id", "client", "timezone", "presence", "joined", "devices", "avatar", "creator", "author", "api_key", "description"))
    return 3;
  return 2;
}

const pathOf = (steps: readonly Step[]): string =>
  steps
    .map((step, i) =>
      typeof step === "number" ? `[${step}]` : /^\w+$/.test(step) ? `${i === 0 ? "" : "."}${step}` : `[${jsonText(step)}]`,
    )
    .join("");

/** Returns a value without what some steps lead to, as far as they lead anywhere: else without the last to which they do. */
function without(value: unknown, [step, ...more]: readonly Step[]): unknown {
  if (step === undefined || !isContainer(value) || !Object.hasOwn(value, step)) return undefined;
  const inner = more.length === 0 ? undefined : without(value[step], more);
  if (Array.isArray(value)) return inner === undefined ? value.filter((_, i) => i !== step) : value.with(Number(step), inner);
  const { [step]: _, ...others } = value;
  return inner === undefined ? others : { ...value, [step]: inner };
}

/** Returns a realm without what a simulator cannot hold at a place; undefined where nothing is there that could be left out. */
function less(realm: Body, path: string): ({ readonly realm: Body } & Omit<LeftOut, "problem">) | undefined {
  const steps = stepsOf(realm, path);
  const [kind, , part] = steps;
  // The ids of messages ascend: without one of them the others need not.
  if (kind === "messages" && part === "id") {
    const messages = (realm.messages as readonly Body[]).map(({ id: _, ...message }) => message);
    return { realm: { ...realm, messages }, place: "messages[].id", record: undefined };
  }
  const place = steps.slice(0, depthOf(steps));
  const left = without(realm, place);
  return isObject(left) && isObject(left.users) ? { realm: left, place: pathOf(place), record: at(realm, ...place) } : undefined;
}

/**
 * Returns as much of a realm as a simulator can hold, and what is left out.
 * @param options of the simulator
 * @throws RealmFileError: it can hold nothing of it
 */
export function holdable(realm: Body, options: Body): { readonly held: Body; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  let held = realm;
  for (;;) {
    try {
      createSimulator({ ...options, realm: held });
      return { held, leftOut };
    } catch (problem) {
      if (!(problem instanceof RealmFileError) || leftOut.length === mostLeftOut) throw problem;
      const rest = less(held, problem.path);
      if (!rest) throw problem;
      held = rest.realm;
      leftOut.push({ place: rest.place, record: rest.record, problem });
    }
  }
}
