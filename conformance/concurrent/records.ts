import { Comparison, type Difference, type Lens } from "../compare/values.ts";
import { rowsOf } from "../model/atlas.ts";
import type { Turn } from "../play/play.ts";
import type { Sides } from "../play/sides.ts";

type Body = Readonly<Record<string, unknown>>;

/** The registrations of both sides, and the requests before them. */
interface Registrations {
  readonly run: Sides;
  /** Name of the account that registers. */
  readonly as: string;
  readonly before: readonly Pick<Turn, "asked" | "expected">[];
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
      seen.value(
        pick(row, written[list] ?? [], other),
        pick(other, written[list] ?? [], row),
        path,
        "",
        kind === "folder" ? "channel_folder" : kind,
      );
    else seen.note(path, row, undefined);
  }
}

/** Returns what the account has asked for under a path, as far as it was done. */
const doneBy = ({ as, before }: Registrations, path: string): Body[] =>
  before
    .filter(({ asked, expected }) => asked.as === as && asked.path === path && expected.body.result === "success")
    .map(({ asked }) => asked.fields);

const topicKey = (channel: unknown, topic: unknown): string => `${channel} > ${String(topic).toLowerCase()}`;

/** The policies of a registration that are not the default, of some topics, with the model's ids of channels. */
const policiesIn = (body: Body, topics: ReadonlySet<string>, channel: (id: number) => unknown): string[] =>
  rowsOf(body, "user_topics")
    .map(({ stream_id, topic_name, visibility_policy }) => ({ key: topicKey(channel(Number(stream_id)), topic_name), visibility_policy }))
    .filter(({ key, visibility_policy }) => topics.has(key) && visibility_policy !== 0)
    .map(({ key, visibility_policy }) => `${key}: ${visibility_policy}`)
    .sort();

/** The policies of the topics for which the account has set one. */
function comparePolicies(seen: Comparison, { twins }: Lens, registrations: Registrations): void {
  const { expected, actual } = registrations;
  if (!Array.isArray(actual.user_topics) || !Array.isArray(expected.user_topics)) return;
  const topics = new Set(doneBy(registrations, "/user_topics").map(({ stream_id, topic }) => topicKey(stream_id, topic)));
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

/** The texts in the account's profile, in the fields that it has set. */
function compareProfile(seen: Comparison, { twins }: Lens, registrations: Registrations): void {
  const { run, as, expected, actual } = registrations;
  if (!Array.isArray(actual.realm_users) || !Array.isArray(expected.realm_users)) return;
  const own = doneBy(registrations, "/users/me/profile_data").flatMap((fields) => rowsOf(fields, "data"));
  const ours = profileOf(expected, run.ours.atlas.users[as]?.id);
  const theirs = profileOf(actual, run.theirs.atlas.users[as]?.id);
  for (const id of new Set(own.map((entry) => Number(entry.id)))) {
    const [model, target] = [textOf(ours[id]), textOf(theirs[twins.there("field", id) ?? id])];
    if (typeof model === "string" && model !== target) seen.note(`profile_data.${id}.value`, model, target);
  }
}

/** Returns where two registrations differ in what the run has written: groups, folders, policies of topics, texts of profiles. */
export function compareRecords(registrations: Registrations): readonly Difference[] {
  const { lens } = registrations.run;
  const seen = new Comparison(lens);
  compareMade(seen, lens, "realm_user_groups", "group", registrations);
  compareMade(seen, lens, "channel_folders", "folder", registrations);
  comparePolicies(seen, lens, registrations);
  compareProfile(seen, lens, registrations);
  return seen.differences;
}
