import type { Outgoing } from "../../client/target.ts";
import { rowsOf } from "../atlas.ts";
import { Comparison, type Difference, type Lens } from "../compare/values.ts";
import type { Sides } from "../sides.ts";

type Body = Readonly<Record<string, unknown>>;

/** The registrations of both sides, and what the model was asked before them. */
interface Registrations {
  readonly run: Sides;
  /** The model's name of the account that registers. */
  readonly as: string;
  readonly before: readonly Outgoing[];
  readonly expected: Body;
  readonly actual: Body;
}

const written: Readonly<Record<string, readonly string[]>> = {
  realm_user_groups: ["id", "name", "description", "members", "direct_subgroup_ids"],
  channel_folders: ["id", "name", "description", "is_archived"],
};

const pick = (row: Body, names: readonly string[], other: Body): Body =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(row, name) && Object.hasOwn(other, name)).map((name) => [name, row[name]]));

/** Groups or folders that the run made, by the ids that their creation gave. */
function compareMade(
  seen: Comparison,
  { twins, known }: Lens,
  list: string,
  kind: "group" | "folder",
  { run, expected, actual }: Registrations,
): void {
  if (!Array.isArray(actual[list])) return;
  const theirs = rowsOf(actual, list);
  for (const row of rowsOf(expected, list)) {
    if (!run.ours.made[kind].includes(row.id)) continue;
    // Equal answers bind nothing where the model holds the same as the target.
    const id = twins.there(kind, Number(row.id)) ?? (known ? row.id : undefined);
    // What a request without an answer made is known by its name.
    const isUntold = twins.isUnseen(kind, Number(row.id));
    const other = theirs.find((each) => (isUntold ? each.name === row.name : each.id === id));
    const path = `${list}[${row.name}]`;
    if (other)
      seen.value(pick(row, written[list]!, other), pick(other, written[list]!, row), path, "", kind === "folder" ? "channel_folder" : kind);
    else seen.note(path, row, undefined);
  }
}

/** The policies of a registration that are not the default, of some topics, with the model's ids of channels. */
const policiesIn = (body: Body, topics: ReadonlySet<unknown>, channel: (id: number) => unknown): string[] =>
  rowsOf(body, "user_topics")
    .filter(({ topic_name, visibility_policy }) => topics.has(topic_name) && visibility_policy !== 0)
    .map(({ stream_id, topic_name, visibility_policy }) => `${channel(Number(stream_id))} > ${topic_name}: ${visibility_policy}`)
    .sort();

/** The policies of the topics that requests named. */
function comparePolicies(seen: Comparison, { twins }: Lens, { before, expected, actual }: Registrations): void {
  if (!Array.isArray(actual.user_topics) || !Array.isArray(expected.user_topics)) return;
  const topics = new Set(before.map(({ fields }) => fields.topic));
  const ours = policiesIn(expected, topics, (id) => id);
  const theirs = policiesIn(actual, topics, (id) => twins.back("channel", id) ?? id);
  if (ours.join("\n") !== theirs.join("\n")) seen.note("user_topics", ours, theirs);
}

const profileOf = (body: Body, user: unknown): Body =>
  (rowsOf(body, "realm_users").find(({ user_id }) => user_id === user)?.profile_data ?? {}) as Body;

const textOf = (entry: unknown): unknown => {
  const { value } = (entry ?? {}) as { readonly value?: unknown };
  return value ?? "";
};

/** The texts in the caller's profile, in the fields that requests of the caller named. */
function compareProfile(seen: Comparison, { twins }: Lens, { run, as, before, expected, actual }: Registrations): void {
  if (!Array.isArray(actual.realm_users) || !Array.isArray(expected.realm_users)) return;
  const own = before.filter((request) => request.as === as).flatMap(({ fields }) => rowsOf(fields, "data"));
  const [ours, theirs] = [run.ours, run.theirs].map(({ atlas }, i) => profileOf(i === 0 ? expected : actual, atlas.users[as]?.id));
  for (const id of new Set(own.map((entry) => Number(entry.id)))) {
    const [model, target] = [textOf(ours![id]), textOf(theirs![twins.there("field", id) ?? id])];
    if (typeof model === "string" && model !== target) seen.note(`profile_data.${id}.value`, model, target);
  }
}

/** Where two registrations differ in what the run has written: groups, folders, policies of topics, texts of profiles. */
export function compareRecords(registrations: Registrations): readonly Difference[] {
  const { lens } = registrations.run;
  const seen = new Comparison(lens);
  compareMade(seen, lens, "realm_user_groups", "group", registrations);
  compareMade(seen, lens, "channel_folders", "folder", registrations);
  comparePolicies(seen, lens, registrations);
  compareProfile(seen, lens, registrations);
  return seen.differences;
}
