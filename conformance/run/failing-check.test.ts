import { test } from "uvu";
import * as assert from "uvu/assert";
import type { TraceEntry } from "../causes/tracing.ts";
import { type Body, isEqual, itemAt, jsonText, sortedTexts } from "../client/json.ts";
import { placesMeant } from "./failing-check.ts";

type Folders = readonly Body[];

/** Returns the paths that a check means which looks at the folder 9140 of a registration with many archived ones. */
async function meantBy(look: (folder: Body | undefined) => Body | boolean, wanted: Body | boolean) {
  const folders: Folders = Array.from({ length: 150 }, (_, i) => ({ id: 9000 + i, name: "f", description: "", is_archived: true }));
  const exchange = (method: string, path: string, body: Body): TraceEntry => ({
    kind: "request",
    request: { as: "dana", method, path, fields: {} },
    reply: { status: 200, headers: {}, body: { result: "success", msg: "", ...body } },
  });
  const record = [exchange("PATCH", "/channel_folders/9140", {}), exchange("POST", "/register", { channel_folders: folders })];
  const failsOn = (entries: readonly TraceEntry[]): string | undefined => {
    const last = itemAt(entries, 1);
    const list = last.kind === "request" ? (last.reply?.body.channel_folders as Folders) : [];
    const came = look(list.find(({ id }) => id === 9140));
    return isEqual(came, wanted) ? undefined : `is_archived of the folder is ${jsonText(came)}, not ${jsonText(wanted)}`;
  };
  const rerun = async (entries: readonly TraceEntry[]) => failsOn(entries);
  const places = await placesMeant({ reason: failsOn(record) ?? "", record, rerun });
  return places?.differences.map(({ path }) => path);
}

test("of many things with one value the one that the run asks for is meant", async () => {
  assert.equal(await meantBy((folder) => folder?.is_archived === true, false), ["channel_folders[140].is_archived"]);
});

test("an object that a check compares may be some of the fields of a thing", async () => {
  const compared = ({ name, is_archived }: Body = {}): Body => ({ name, is_archived });
  assert.equal(await meantBy(compared, { name: "f", is_archived: false }), ["channel_folders[140].is_archived"]);
});

test("a list of which a check compares the sorted items is meant, in whatever order it came", async () => {
  const group = (id: number, members: readonly number[]): Body => ({ id, members, name: `g${id}` });
  const body: Body = { result: "success", msg: "", realm_user_groups: [group(1, [8, 9]), group(2, [30, 4])] };
  const record: TraceEntry[] = [
    { kind: "request", request: { as: "dana", method: "POST", path: "/register", fields: {} }, reply: { status: 200, headers: {}, body } },
  ];
  const rerun = async ([entry]: readonly TraceEntry[]) => {
    const groups = entry?.kind === "request" ? (entry.reply?.body.realm_user_groups as Body[]) : [];
    const came = sortedTexts(groups[1]?.members as number[]);
    return isEqual(came, ["30", "4", "5"]) ? undefined : `the members of the group, sorted, is ${jsonText(came)}, not ["30","4","5"]`;
  };
  const places = await placesMeant({ reason: (await rerun(record)) ?? "", record, rerun });
  assert.equal(places?.differences, [{ path: "realm_user_groups[1].members", expected: [30, 4, 5], actual: [30, 4], isUnordered: true }]);
});

test.run();
