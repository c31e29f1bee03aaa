import { declaredStep } from "../../../catalogue/catalogue.ts";
import type { Fields } from "../../../draw/combinators.ts";
import { nobody } from "../../../draw/symbols.ts";
import type { Step } from "../../../play/scenario.ts";
import * as control from "./control.ts";
import * as events from "./events.ts";
import * as groups from "./groups.ts";
import * as reading from "./reading.ts";
import * as records from "./records.ts";
import * as sending from "./sending.ts";
import type { Alphabet } from "./words.ts";

/** One account of each role (the moderator is one of the crowded realm), a second and third member, a deactivated account, and nobody who is logged in. */
const everybody = ["alice", "bob", "cara", "dana", "owen", "gus", "robo", "p02", "zoe", nobody];

/** By operation: what it is tried with. */
export const alphabets: Readonly<Record<string, readonly Alphabet[]>> = {
  actions: [control.personal, control.organization],
  devices: [control.devices],
  "calls.vc.create.post": [records.bare],
  "channel_folders-id.patch": [records.changeFolder],
  "channel_folders.create.post": [records.createFolder],
  "events.delete": [events.drop],
  "events.get": [events.poll],
  "fetch_api_key.post": [records.logIn],
  "messages-id.delete": [reading.remove],
  "messages-id.get": [reading.fetchOne],
  "messages.get": [reading.fetchMany, reading.fetchNarrowed],
  "messages.matches_narrow.get": [reading.matches, reading.matchesNarrowed],
  "messages.post": [sending.send, sending.sendWrongly],
  "navigation_views.post": [records.addView],
  "realm.domains.post": [records.addDomain],
  "realm.linkifiers.get": [records.bare],
  "realm.presence.get": [records.bare],
  "register.post": [events.register],
  "remove_client_device.post": [records.removeDevice],
  "server_settings.get": [records.bare],
  "typing.post": [events.type],
  "user_groups-id.members.post": [groups.change],
  "user_groups.create.post": [groups.create, groups.createPermitting],
  "user_topics.post": [events.follow],
  "users.me.profile_data.patch": [records.setProfile],
};

/** Operations of which wrong values say nothing of the specification. */
const unspecified = new Set(["actions", "devices", "register.post", "events.get"]);

/** Values of every wrong kind. A field that is left out is undefined. */
const wrong: readonly unknown[] = [undefined, "nonsense", "", -1, 7.5, true, null, [], {}];

const withValue = (fields: Fields, name: string, value: unknown): Fields => {
  const { [name]: _, ...rest } = fields;
  return value === undefined ? rest : { ...rest, [name]: value };
};

const namesIn = ({ bases, values = {} }: Alphabet): string[] => [
  ...new Set([...bases.flatMap((base) => Object.keys(base)), ...Object.keys(values)]),
];

/** Requests in which one field of a base has another value. */
const variedRequests = (alphabet: Alphabet, name: string, given: readonly unknown[]): Fields[] => {
  const { bases } = alphabet;
  const base = bases.find((one) => Object.hasOwn(one, name)) ?? bases[0] ?? {};
  return given.map((value) => withValue(base, name, value));
};

/** Requests with values of the wrong kinds. What stands in the path has to be there, and cannot be a list. */
function wrongRequests(op: string, alphabet: Alphabet, kinds: readonly unknown[]): Fields[] {
  if (unspecified.has(op)) return [];
  const inPath = (name: string): boolean => declaredStep(op).route.includes(`{${name}}`);
  const possible = (name: string) => (inPath(name) ? kinds.filter((value) => typeof value === "number" || value === "nonsense") : kinds);
  return namesIn(alphabet).flatMap((name) => variedRequests(alphabet, name, possible(name)));
}

function lettersOf(op: string, alphabet: Alphabet): Step[] {
  const { bases, values = {}, as: actors = everybody } = alphabet;
  const right = [...bases, ...Object.entries(values).flatMap(([name, given]) => variedRequests(alphabet, name, given))];
  const by = (as: string, requests: readonly Fields[]) => requests.map((fields): Step => ({ as, op, fields }));
  const [first = ""] = actors;
  // Requests are decoded before it matters whose they are: one of each role is enough to see that.
  const few = actors.filter((as) => as !== first).flatMap((as) => by(as, wrongRequests(op, alphabet, wrong.slice(0, 2))));
  return [...actors.flatMap((as) => by(as, right)), ...by(first, wrongRequests(op, alphabet, wrong)), ...few];
}

const unique = (all: readonly Step[]): Step[] => [...new Map(all.map((step) => [JSON.stringify(step), step])).values()];

/** Every step that the search tries in every state: those of the alphabets, and others. */
export const letters = (others: readonly Step[]): Step[] =>
  unique([...Object.entries(alphabets).flatMap(([op, list]) => list.flatMap((alphabet) => lettersOf(op, alphabet))), ...others]);

/** The values of a field with which a base is accepted, among all that the alphabet has for it. */
function fitting(alphabet: Alphabet, base: Fields, name: string, accepts: (fields: Fields) => boolean): unknown[] {
  const given = [...alphabet.bases.map((one) => one[name]), ...(alphabet.values?.[name] ?? [])];
  const distinct = [...new Map(given.map((value) => [JSON.stringify(value) ?? "", value])).values()];
  return distinct.filter((value) => accepts(withValue(base, name, value)));
}

/** Requests of an alphabet in which all fields have values with which its bases are accepted, each value at least once. */
function combinedRequests(alphabet: Alphabet, accepts: (fields: Fields) => boolean): Fields[] {
  const accepted = alphabet.bases.filter(accepts).slice(0, mostBases);
  return accepted.flatMap((base) => {
    const choices = namesIn(alphabet).map((name) => [name, fitting(alphabet, base, name, accepts)] as const);
    const longest = Math.max(0, ...choices.map(([, { length }]) => length));
    return Array.from({ length: longest }, (_, i) =>
      choices.reduce<Fields>(
        (fields, [name, all], at) => (all.length < 2 ? fields : withValue(fields, name, all[(i + at * i) % all.length])),
        base,
      ),
    );
  });
}

const mostBases = 6;
const fewActors = ["alice", "gus", "dana", "owen"];

/** Steps in which many values stand together that are accepted one by one. @param accepts whether the model accepts a step */
export const combined = (accepts: (step: Step) => boolean): Step[] =>
  unique(
    Object.entries(alphabets).flatMap(([op, list]) =>
      op === "actions"
        ? []
        : list.flatMap((alphabet) =>
            fewActors.flatMap((as) =>
              combinedRequests(alphabet, (fields) => accepts({ as, op, fields })).map((fields): Step => ({ as, op, fields })),
            ),
          ),
    ),
  );
