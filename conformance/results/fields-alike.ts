import { routed } from "../catalogue/route.ts";
import { fieldName, idOf } from "../causes/signature.ts";
import { askedIn, isOwnCheck } from "./exchanges.ts";
import { besideHosts, type Gathered, groups, isShownWithin, joined, keyOfMany } from "./gathered.ts";

/** Paths at which one route shows many mistakes. */
const ofAll = /^(result|code|status|msg|)$/;

/** The ids of new things in the answers to what makes them, and the field of the thing that has the same id. */
const ids: Readonly<Record<string, string>> = {
  "POST /channel_folders/create\nchannel_folder_id": "Channel folder\nid",
  "POST /user_groups/create\ngroup_id": "User group\nid",
  "POST /messages\nid": "Message\nid",
};

/** The place of a difference in a field: the items of a list are in the list. */
function placeOf({ signature: { at, path, clause, ruling } }: Gathered): string | undefined {
  const place = `${at}\n${path.replace(/\[\]$/, "")}`;
  return clause !== undefined || ruling !== undefined || ofAll.test(path) ? undefined : (ids[place] ?? place);
}

/**
 * Returns the key of a difference in a field: one mistake may leave a field out here, and put another value there, or leave out a text as well as a
 * list. Where neither what is expected nor what comes is of one kind, such as a list that is cut and a text that is changed, mistakes are two.
 */
function changedPlaces(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const keys = new Map<Gathered, string>();
  for (const [i, group] of groups(all, placeOf).entries()) {
    let left = group;
    for (let n = 0; left.length > 0; n++) {
      const same = linked(left);
      for (const one of same) keys.set(one, `${i} ${n}`);
      left = left.filter((one) => !same.has(one));
    }
  }
  return (one) => keys.get(one);
}

/** Returns those of some differences that share a kind of value with the first, or with one that does. */
function linked([first, ...others]: readonly Gathered[]): ReadonlySet<Gathered> {
  const same = new Set(first ? [first] : []);
  const kindsOf = ({ signature: { path, expected, actual } }: Gathered): string[] => [
    ...[expected, actual],
    ...(path.endsWith("[]") ? ["array"] : []),
  ];
  // A set is walked through with what is added to it meanwhile.
  for (const known of same) for (const one of others) if (kindsOf(one).some((kind) => kindsOf(known).includes(kind))) same.add(one);
  return same;
}

/** So many fields of the items of one list differ where it is the items that do. */
const fewestFields = 3;

/** The list and the field of its items in which a difference is: in a record those of a list in it, and of a list of records where their ids differ. */
function itemIn({ signature: { at, path, clause, ruling } }: Gathered): readonly [list: string, field: string] | undefined {
  if (clause !== undefined || ruling !== undefined || at.includes(" ")) return undefined;
  const [, list = "", field = ""] = /^(.*\[\])?\.?([^.[\]]+)(?:\[\])?$/.exec(path) ?? [];
  return field === "" ? undefined : [`${at}\n${list}`, field];
}

/** Puts together what differs in many fields of the items of a list, and shows in one result: the items are in another order, or others. */
function ofItems(all: readonly Gathered[]): Gathered[] {
  const keys = new Map<Gathered, string>();
  for (const group of groups(all, (one) => itemIn(one)?.[0])) {
    const isRecord = group.some((one) => itemIn(one)?.[0].endsWith("\n"));
    const [first] = group.toSorted((a, b) => b.shows.length - a.shows.length);
    const together = group.filter((one) => one === first || one.shows.some((result) => first?.shows.includes(result)));
    const fields = new Set(together.map((one) => itemIn(one)?.[1]));
    if (fields.size < fewestFields || (isRecord && !fields.has("id"))) continue;
    for (const one of together) keys.set(one, itemIn(one)?.[0] ?? "");
  }
  const lists = new Map([...keys].map(([{ signature }, list]) => [signature, list]));
  const whole = joined(
    (one) => keys.get(one),
    all,
    (one) => Number(itemIn(one)?.[1] !== "id"),
  );
  return whole.map((one) => {
    const [at = "", path = ""] = (lists.get(one.signature) ?? "").split("\n");
    const type = path.endsWith("[]") ? "object" : "array";
    return path === "" ? one : { ...one, signature: { at, path, expected: type, actual: type } };
  });
}

/**
 * Returns the keys of fields with one beginning that differ in one way in one answer, such as the periods of typing: many of two words, or some of
 * three, such as the bounds of folders.
 */
const familiesOf =
  (words: number, fewest: number) =>
  (all: readonly Gathered[]): ((one: Gathered) => string | undefined) => {
    const keyOf = ({ signature: { at, path, expected, actual, clause } }: Gathered): string | undefined => {
      const parts = path.split("_");
      const isOne = clause === undefined && parts.length > words && !path.includes(".");
      return isOne ? [at, ...parts.slice(0, words), expected, actual].join("\n") : undefined;
    };
    return keyOfMany(all, keyOf, fewest);
  };

/** Returns the keys of fields of one record whose names end alike, such as times, and that differ in one way, where there are many. */
function endingsOf(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const keyOf = ({ signature: { at, path, expected, actual, clause } }: Gathered): string | undefined => {
    const [ending] = /[a-z]+$/.exec(path) ?? [];
    return clause !== undefined || ending === undefined || at.includes(" /") ? undefined : [at, ending, expected, actual].join("\n");
  };
  return keyOfMany(all, keyOf, fewestFields);
}

/** Key of the value of a group setting, or of a part of it, that has another form, whichever setting it is: one code reads and writes them all. */
function groupSettingOf({ signature: { path, expected, actual, clause } }: Gathered): string | undefined {
  const [setting, part] = /\bcan_\w+_group(\.\w+)?$/.exec(path) ?? [];
  const isOfForm = part !== undefined || expected !== actual;
  const isThere = expected !== "nothing" && actual !== "nothing";
  if (setting === undefined || clause !== undefined || !isOfForm || !isThere) return undefined;
  return part ?? [expected, actual].join("\n");
}

/** Whether checks alone show a difference, each of which read the answer in which another one is. */
const isReadBeside = ({ shows }: Gathered, { signature: { at } }: Gathered): boolean =>
  shows.every((result) => isOwnCheck(result) && askedIn(result).some(({ method, path }) => routed(method, path).route === at));

/**
 * Returns the key of a field that shows only beside a field of the same name elsewhere, which differs in the same way, or of one that is compared with
 * that: which of two is wrong a comparison does not tell.
 */
function sameNames(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const differing = all.filter(
    ({ signature: { path, clause, ruling }, shows }) =>
      clause === undefined && ruling === undefined && !ofAll.test(path) && shows.length > 0,
  );
  return besideHosts(
    differing,
    (one, host) =>
      fieldName(host.signature) === fieldName(one.signature) &&
      host.signature.expected === one.signature.expected &&
      (host.signature.actual === one.signature.actual
        ? isShownWithin(one, host)
        : host.signature.path === one.signature.path && isReadBeside(one, host)),
  );
}

/** The end of a reason where two lists of ids are compared. */
const idLists = / is \[[\d,]*\], not \[[\d,]*\]$/;

/** Whether checks find the ids that are expected in another order. */
function isPermuted({ signature: { clause }, shows }: Gathered): boolean {
  const sortedIn = (reason: string): string[] =>
    [...(idLists.exec(reason)?.[0] ?? "").matchAll(/\[[\d,]*\]/g)].map(([list]) => list.slice(1, -1).split(",").sort().join());
  const areSame = ([came, wanted]: readonly string[]): boolean => came !== undefined && came === wanted;
  return clause !== undefined && shows.length > 0 && shows.every(({ reason = "" }) => areSame(sortedIn(reason)));
}

/** Returns the key of messages with other ids in a list, with what else says that the list is another: it is of other messages, in another order, or around another. */
function otherMessages(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const places = new Set(all.map(placeOf));
  const host = ["GET /messages\nmessages", "GET /messages\nanchor"].find((place) => places.has(place));
  // An anchor decides where a list lies, not what a narrow finds.
  const about = host?.endsWith("anchor") ? /^messages\.get\/(include-)?anchor/ : /./;
  const isCompared = ({ signature: { at, clause = "" }, shows, isApart }: Gathered): boolean =>
    !isApart && about.test(clause) && at === "GET /messages" && shows.length > 0 && shows.every(({ reason = "" }) => idLists.test(reason));
  const isOther = (one: Gathered): boolean => [host, "Message\nid"].includes(placeOf(one) ?? "");
  // In another order each message stands where another is expected, whatever the list is read for.
  const isReordered = ({ signature: { clause } }: Gathered): boolean => clause === "messages.get/messages-sorted";
  if (all.some(isReordered))
    return (one) => (isReordered(one) || isCompared(one) || isPermuted(one) || isOther(one) ? "reordered" : undefined);
  return (one) => (host !== undefined && (isCompared(one) || isOther(one)) ? host : undefined);
}

/** Two differences are shown together where so large a part of the results that show either shows both. */
const together = 0.9;

/** Returns the key of a field or an event that comes in place of another: the one is missing wherever the other is told. */
function otherNames(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const isShown = ({ signature: { clause, ruling }, shows }: Gathered): boolean =>
    clause === undefined && ruling === undefined && shows.length > 0;
  const missing = all.filter((one) => one.signature.actual === "nothing" && isShown(one));
  const surplus = all.filter((one) => one.signature.expected === "nothing" && isShown(one));
  const addressesOf = ({ shows }: Gathered): ReadonlySet<string> => new Set(shows.map(({ address }) => address));
  const areTogether = (one: Gathered, other: Gathered): boolean => {
    const [own, theirs] = [addressesOf(one), addressesOf(other)];
    const both = [...own].filter((address) => theirs.has(address)).length;
    return both / (own.size + theirs.size - both) >= together;
  };
  const keys = new Map<Gathered, string>();
  for (const one of missing) {
    const others = surplus.filter((other) => other.signature.at === one.signature.at && areTogether(one, other));
    const [other] = others;
    if (others.length === 1 && other && !keys.has(other)) for (const each of [one, other]) keys.set(each, idOf(one.signature));
  }
  return (one) => keys.get(one);
}

/** The names of a topic in messages, events and policies. */
const topicNames = /(^|\.)(subject|topic|topic_name|orig_subject)$/;

/** Two texts that a reason compares, in either order of words. */
const twoTexts = /: expected ("(?:[^"\\]|\\.)*"), got ("(?:[^"\\]|\\.)*")| is ("(?:[^"\\]|\\.)*"), not ("(?:[^"\\]|\\.)*")$/m;

/** Key of a topic that has one name in place of another, the same wherever it is told: names of topics are read in one place. */
function topicOf({ signature: { path, expected, actual, clause }, shows }: Gathered): string | undefined {
  if (clause !== undefined || expected !== "string" || actual !== "string" || !topicNames.test(path)) return undefined;
  const [names, ...others] = new Set(
    shows.flatMap(({ reason = "" }) => {
      const [, ours, theirs, got, wanted] = twoTexts.exec(reason) ?? [];
      return ours === undefined && wanted === undefined ? [] : [`${ours ?? wanted}\n${theirs ?? got}`];
    }),
  );
  return others.length > 0 ? undefined : names;
}

/** Puts together the differences in fields that come of one mistake. */
export const fieldsAlike = (all: readonly Gathered[]): Gathered[] => {
  const placed = joined(changedPlaces(all), all);
  const many = joined(familiesOf(2, fewestFields)(placed), placed);
  const families = ofItems(joined(familiesOf(3, 2)(many), many));
  const ended = joined(groupSettingOf, joined(endingsOf(families), families));
  const listed = joined(otherMessages(ended), ended);
  const told = joined(topicOf, joined(otherNames(listed), listed));
  return joined(sameNames(told), told);
};
