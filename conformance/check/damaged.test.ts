import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Outgoing, Target } from "../client/target.ts";
import { someOf } from "../night.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { altered } from "./altered.test.kit.ts";
import { check } from "./check.ts";

/** A server that keeps another text than it was sent, in one parameter. */
const damaging = (target: Target, damage: (request: Outgoing) => Outgoing): Target => ({
  ...altered(target, (reply) => reply),
  send: (request) => target.send(damage(request)),
  isolated: () => damaging(target.isolated(), damage),
});

const damages: Readonly<Record<string, (text: string) => string>> = {
  "dots at the end are lost": (text) => text.replace(/\.+$/, ""),
  "entities are decoded": (text) => text.replaceAll("&amp;", "&"),
  "a tag is lost": (text) => text.replace(/<[^<>]*>/g, ""),
  "an escape is decoded": (text) => text.replaceAll("%41", "A"),
  "a plus is a space": (text) => text.replaceAll("+", " "),
  "a backslash is lost": (text) => text.replaceAll("\\", ""),
  "quotes are doubled": (text) => text.replaceAll("'", "''"),
  "two spaces are one": (text) => text.replace(/ {2,}/g, " "),
  "letters are composed": (text) => text.normalize("NFC"),
  "a number sign ends it": (text) => text.replace(/#.*/s, ""),
  "what is astral is lost": (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
};

const lineDamages: typeof damages = {
  "tabs are spaces": (text) => text.replaceAll("\t", " "),
  "blank lines are lost": (text) => text.replace(/\n\n+/g, "\n"),
};

/** Parameters whose texts are kept, with those of several lines apart. */
const kept: readonly (readonly [method: string, path: RegExp, field: string, only: string, lines?: true])[] = [
  ["POST", /^\/messages$/, "topic", "messages.post*"],
  ["POST", /^\/messages$/, "content", "messages.post*", true],
  ["POST", /^\/messages$/, "local_id", "messages.post*"],
  ["POST", /^\/typing$/, "topic", "typing.post*"],
  ["POST", /^\/user_topics$/, "topic", "user_topics.post*"],
  ["POST", /^\/channel_folders\/create$/, "name", "channel_folders.create.post*"],
  ["POST", /^\/channel_folders\/create$/, "description", "channel_folders.create.post*", true],
  ["PATCH", /^\/channel_folders\/\d+$/, "name", "channel_folders-id.patch*"],
  ["PATCH", /^\/channel_folders\/\d+$/, "description", "channel_folders-id.patch*", true],
  ["POST", /^\/user_groups\/create$/, "name", "user_groups.create.post*"],
  ["POST", /^\/user_groups\/create$/, "description", "user_groups.create.post*", true],
  ["POST", /^\/navigation_views$/, "fragment", "navigation_views.post*"],
  ["POST", /^\/navigation_views$/, "name", "navigation_views.post*"],
  ["PATCH", /^\/users\/me\/profile_data$/, "data", "users.me.profile_data.patch*", true],
];

/** Returns a value with the texts in it damaged. */
function changed(value: unknown, damage: (text: string) => string): unknown {
  if (typeof value === "string") return damage(value);
  if (Array.isArray(value)) return value.map((item) => changed(item, damage));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item, damage)]));
}

const all = kept.flatMap(([method, path, field, only, lines]) =>
  Object.entries({ ...damages, ...(lines && lineDamages) }).map(([what, damage]) => ({ method, path, field, only, what, damage })),
);

/** Lists, each with the number of items that a careless server reads of it. */
const lists: readonly (readonly [method: string, path: RegExp, field: string, most: number, ...only: readonly string[]])[] = [
  ["POST", /^\/messages$/, "to", 5, "messages.post*"],
  ["POST", /^\/typing$/, "to", 4, "typing.post*"],
  ["GET", /^\/messages$/, "narrow", 5, "narrow*"],
  ["GET", /^\/messages$/, "message_ids", 8, "messages.get*"],
  ["GET", /^\/messages\/matches_narrow$/, "msg_ids", 8, "messages.matches_narrow.get*"],
  ["GET", /^\/messages\/matches_narrow$/, "narrow", 4, "messages.matches_narrow.get*"],
  ["POST", /^\/user_groups\/create$/, "members", 6, "user_groups.create.post*"],
  ["POST", /^\/user_groups\/create$/, "subgroups", 3, "user_groups.create.post*"],
  ["POST", /^\/user_groups\/\d+\/members$/, "add", 5, "user_groups-id.members.post*"],
  ["POST", /^\/user_groups\/\d+\/members$/, "delete", 5, "user_groups-id.members.post*"],
  ["POST", /^\/user_groups\/\d+\/members$/, "add_subgroups", 2, "user_groups-id.members.post*"],
  ["POST", /^\/user_groups\/\d+\/members$/, "delete_subgroups", 1, "user_groups-id.members.post*"],
  ["PATCH", /^\/users\/me\/profile_data$/, "data", 5, "users.me.profile_data.patch*"],
];

const target = embedded();

/** Whether a server is noticed that reads another value of a parameter than it was sent. */
async function isNoticed(method: string, path: RegExp, field: string, only: readonly string[], change: (value: unknown) => unknown) {
  const damaged = damaging(target, (request) =>
    request.method === method && path.test(request.path) && Object.hasOwn(request.fields, field)
      ? { ...request, fields: { ...request.fields, [field]: change(request.fields[field]) } }
      : request,
  );
  const { properties } = await check({ target: damaged, only, seed: 1, tries: 0, runs: 0, bail: true, shrink: false });
  return properties.some(({ verdict }) => verdict === "differs");
}

test("a text that is kept is noticed to be another, whatever is drawn", async () => {
  const missed: string[] = [];
  for (const { method, path, field, only, what, damage } of someOf(all, 14)) {
    const isSeen = await isNoticed(method, path, field, [only], (value) => changed(value, damage));
    if (!isSeen) missed.push(`${method} ${path.source} ${field}: ${what}`);
  }
  assert.equal(missed, []);
});

test("a list is noticed to be read in part only, whatever is drawn", async () => {
  const missed: string[] = [];
  for (const [method, path, field, most, ...only] of someOf(lists, 3)) {
    const isSeen = await isNoticed(method, path, field, only, (value) => (Array.isArray(value) ? value.slice(0, most) : value));
    if (!isSeen) missed.push(`${method} ${path.source} ${field}: ${most} items`);
  }
  assert.equal(missed, []);
});

test.run();
