import { type Gathered, groups, joined } from "./gathered.ts";

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
    return path === "" ? one : { ...one, signature: { at, path, expected: "object", actual: "object" } };
  });
}

/** Returns the keys of fields with one beginning that differ in one way in one answer, such as the periods of typing, where there are many. */
function familiesOf(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const keyOf = ({ signature: { at, path, expected, actual, clause } }: Gathered): string | undefined => {
    const [first, second, third] = path.split("_");
    return clause !== undefined || third === undefined || path.includes(".") ? undefined : [at, first, second, expected, actual].join("\n");
  };
  const many = new Set(groups(all, keyOf).flatMap((group) => (group.length >= fewestFields ? group : [])));
  return (one) => (many.has(one) ? keyOf(one) : undefined);
}

/** Puts together the differences in fields that come of one mistake. */
export const fieldsAlike = (all: readonly Gathered[]): Gathered[] => {
  const placed = joined(changedPlaces(all), all);
  return ofItems(joined(familiesOf(placed), placed));
};
