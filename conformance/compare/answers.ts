import { type Body, typeOf } from "../client/json.ts";
import { symbolsIn } from "../draw/symbols.ts";
import { codes, fieldsOfCode } from "../text/limits.ts";
import { registered, shownState } from "../text/record.ts";
import { compareEvents } from "./events.ts";
import type { ComparedAnswer } from "./matched-ids.ts";
import { Comparison, type Difference, type Lens } from "./values.ts";

/** A code that the model has beyond those of the specification may as well be the generic failure. */
const agrees = (model: unknown, target: unknown): boolean => model === target || (!fieldsOfCode(model) && target === codes.badRequest);

function compareRefusals(seen: Comparison, expected: ComparedAnswer, actual: ComparedAnswer, observed: boolean): void {
  if (actual.status > 499 || (observed && actual.status < 400)) seen.note("status", expected.status, actual.status);
  if (typeof actual.body.msg !== "string") seen.note("msg", "a text", actual.body.msg);
  const { code } = expected.body;
  // Which of several faults is told, and of most of them with which code, is open.
  if (!observed) {
    if (typeof actual.body.code !== "string") seen.note("code", code, actual.body.code);
    return;
  }
  // The specification has no code for missing or wrong credentials.
  if (expected.status === 401 && actual.status === 401 && typeof actual.body.code === "string") return;
  if (!agrees(code, actual.body.code)) {
    seen.note("code", code, actual.body.code);
    return;
  }
  for (const name of fieldsOfCode(code) ?? []) {
    if (Object.hasOwn(expected.body, name)) seen.value(expected.body[name], actual.body[name], name, name, "error");
  }
}

/** Whether a narrow lies in a topic that is new with the scenario, so that the model knows all of it. `with` leads elsewhere. */
function isConfined(narrow: unknown): boolean {
  if (!Array.isArray(narrow)) return false;
  const isFresh = (operand: unknown) => symbolsIn(operand).some(({ ref }) => ref === "fresh");
  const moves = narrow.some((term) => term?.operator === "with");
  return !moves && narrow.some((term) => term?.operator === "topic" && !term.negated && isFresh(term.operand));
}

const idOf = (item: unknown): number => (item as { readonly id: number }).id;

/** A window over history of which the model knows only what the scenario wrote: what both have is compared, the rest is not known. */
function compareKnownPart(seen: Comparison, { twins }: Lens, expected: Body, actual: Body): void {
  const [ours, theirs] = [expected.messages, actual.messages] as [unknown[], unknown[]];
  if (!Array.isArray(theirs)) {
    seen.note("messages", ours, theirs);
    return;
  }
  const byTwin = new Map(theirs.map((message) => [twins.back("message", idOf(message)), message]));
  const shared = ours.filter((message) => byTwin.has(idOf(message)));
  const theirShare = shared.map((message) => byTwin.get(idOf(message)));
  seen.value(shared, theirShare, "messages", "messages");
}

/** The messages of an answer in the order in which the model has them, where they are the same. */
function inOrderOf({ twins }: Lens, { messages: ours }: Body, actual: Body): Body {
  const theirs = actual.messages;
  if (!Array.isArray(ours) || !Array.isArray(theirs) || ours.length !== theirs.length) return actual;
  const places = new Map(theirs.map((message) => [twins.back("message", idOf(message)) ?? idOf(message), message]));
  const messages = ours.map((message) => places.get(idOf(message)));
  return messages.every((message) => message !== undefined) ? { ...actual, messages } : actual;
}

/** Whether two terms of a narrow, or more, are about channels. */
const namesChannelsTwice = (narrow: unknown): boolean =>
  Array.isArray(narrow) && narrow.filter((term) => /^(channels?|streams?)$/.test(String(term?.operator))).length > 1;

/** An anchor beyond every message stands for the end; which number that is is the server's own. */
const endless = 1e15;

/** Whether an anchor has a name: which message it is, and whether it counts beside those before it, is open. */
const isNamed = ({ anchor, use_first_unread_anchor }: Body): boolean =>
  use_first_unread_anchor !== undefined || anchor === undefined || !/^\d+$/.test(String(anchor));

function compareWindows(seen: Comparison, lens: Lens, expected: Body, actual: Body, fields: Body): void {
  const isListed = fields.message_ids !== undefined;
  const isOpen = (!lens.observed && isNamed(fields)) || (!lens.known && !isConfined(fields.narrow));
  if (!isListed && isOpen) {
    compareKnownPart(seen, lens, expected, actual);
    return;
  }
  // Whether the plan of a server that is not known cuts its history is its own matter.
  const { anchor: ours, history_limited, ...told } = expected;
  const window = lens.known ? { ...told, history_limited } : told;
  const { anchor: theirs, ...others } = actual;
  // What counts as an end of messages that were asked for by their ids is open, and so is the anchor where two terms name channels.
  const { found_oldest: __, found_newest: ___, found_anchor: ____, ...listed } = window;
  seen.value(isListed ? listed : window, isListed && lens.anyOrder ? inOrderOf(lens, listed, others) : others);
  if (namesChannelsTwice(fields.narrow)) return;
  const [model, target] = [ours, theirs] as [number, number];
  // The anchor may be a message that was sent, and whose id no answer has told.
  if (lens.twins.isUnseen("message", model)) lens.twins.bind("message", model, target);
  const twin = lens.twins.there("message", model);
  const isSame = twin === undefined ? model === target || (model >= endless && target >= endless) : twin === target;
  if (!isSame) seen.note("anchor", model, target);
}

const only = (body: Body, names: ReadonlySet<string>): Body => Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));

/** Those fields of a registration that are compared. Of accounts only what requests change: where pictures are is each server's own. */
function registrationIn(body: Body, names: ReadonlySet<string>): Body {
  const { realm_users: users, ...told } = only(body, names);
  if (!Array.isArray(users)) return only(body, names);
  return { ...told, realm_users: users.map((user) => ({ user_id: user?.user_id, profile_data: user?.profile_data })) };
}

/** Of the server's settings none is guaranteed but the level: those that are there are compared. */
function compareSettings(seen: Comparison, { observed }: Lens, expected: Body, actual: Body): void {
  const given = Object.keys(expected).filter((name) => Object.hasOwn(actual, name) || name.endsWith("_feature_level"));
  seen.value(only(expected, new Set(observed ? given : [])), actual);
  if (observed) return;
  // How an organization is set up is its own; which types its settings have is stated.
  for (const name of given) if (typeOf(expected[name]) !== typeOf(actual[name])) seen.note(name, expected[name], actual[name]);
}

/** Compares presences: who is there is not known on a server with a life of its own; only the form of the answer is. */
function comparePresence(seen: Comparison, { known }: Lens, expected: Body, actual: Body): void {
  if (known) {
    seen.value(expected, actual);
    return;
  }
  const { presences, ...rest } = expected;
  seen.value(rest, actual);
  if (typeof actual.presences !== "object" || actual.presences === null) seen.note("presences", presences, actual.presences);
}

/** Compares registrations in the fields that sentences name, and where the model knows all, in those that show what requests change. */
function compareRegistration(seen: Comparison, { observed, known }: Lens, expected: Body, actual: Body): void {
  const told = new Set([...Object.keys(observed ? registered : { queue_id: [] }), ...(known ? Object.keys(shownState) : [])]);
  seen.value(registrationIn(expected, told), registrationIn(actual, told));
}

function compareDomain(seen: Comparison, { observed }: Lens, expected: Body, actual: Body): void {
  const { new_domain: ours, ...rest } = expected;
  const { new_domain: theirs, ...others } = actual;
  seen.value(rest, others);
  const [id, domain] = ours as [number, string];
  // No sentence speaks of capitals.
  const isSame = (told: unknown): boolean => told === domain || (!observed && String(told).toLowerCase() === domain.toLowerCase());
  const fits = Array.isArray(theirs) && theirs.length === 2 && typeof theirs[0] === typeof id && isSame(theirs[1]);
  if (!fits) seen.note("new_domain", ours, theirs);
}

/** The comparisons of successes that are not equal field by field, by the kinds of their steps. */
const comparisons: Readonly<Record<string, (seen: Comparison, lens: Lens, expected: Body, actual: Body, fields: Body) => void>> = {
  "messages.get": compareWindows,
  "events.get": compareEvents,
  "register.post": compareRegistration,
  "server_settings.get": compareSettings,
  "realm.presence.get": comparePresence,
  "realm.domains.post": compareDomain,
  "messages.post": (seen, _, expected, actual) => seen.value(expected, actual, "", "", "message"),
};

/** Returns where two answers to the same step differ. */
export function compareAnswers(
  op: string,
  fields: Body,
  expected: ComparedAnswer,
  actual: ComparedAnswer,
  lens: Lens,
): readonly Difference[] {
  const seen = new Comparison(lens);
  const [ours, theirs] = [expected.body, actual.body];
  if (ours.result === undefined && theirs.result === undefined) {
    if (expected.status !== actual.status) seen.note("status", expected.status, actual.status);
  } else if (ours.result !== theirs.result) {
    seen.note("result", ours.result, theirs.result);
    if (ours.code !== theirs.code) seen.note("code", ours.code, theirs.code);
  } else if (ours.result !== "success") compareRefusals(seen, expected, actual, lens.observed);
  else {
    if (lens.observed ? actual.status !== 200 : actual.status > 299) seen.note("status", 200, actual.status);
    if (theirs.msg !== "") seen.note("msg", "", theirs.msg);
    const compare = comparisons[op];
    if (compare) compare(seen, lens, ours, theirs, fields);
    else seen.value(ours, theirs);
  }
  return seen.differences;
}
