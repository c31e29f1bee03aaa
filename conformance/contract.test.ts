import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { actionFields } from "../sim/actions/index.ts";
import { endpoints } from "../sim/endpoints/index.ts";
import { control } from "../sim/openapi/control.ts";
import { support } from "../sim/server/routes.ts";
import { embedded } from "./targets/embedded.ts";
import { wantedAccounts, wantedChannels } from "./targets/wanted.ts";

const page = readFileSync(new URL("./contract.md", import.meta.url), "utf8");

const listed = (names: readonly string[] = []): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ");

test("the page says of each channel what the suite needs of it", () => {
  const rows = Object.entries(wantedChannels).map(
    ([name, { isPrivate, isWebPublic, isArchived, sharesHistory, subscribers, ...people }]) => {
      const parts = [
        ...(isWebPublic ? ["web-public"] : isArchived ? ["archived"] : [isPrivate ? "private" : "public"]),
        ...(sharesHistory === undefined ? [] : [`its history ${sharesHistory ? "open to its" : "hidden from later"} subscribers`]),
        ...(people.with ? [`with ${listed(people.with)}`] : []),
        ...(people.without ? [`without ${listed(people.without)}`] : []),
        ...(subscribers === undefined ? [] : [`with ${subscribers} subscribers at least`]),
      ];
      return `| \`${name}\` | ${parts.join(", ")}`;
    },
  );
  for (const row of rows)
    assert.ok(
      page.split("\n").some((line) => line.startsWith(row)),
      row,
    );
});

test("accounts and channels are wanted as the simulator has them", () => {
  const { cast, channels } = embedded({ realm: "crowded" });
  assert.equal(
    Object.keys(wantedChannels).filter((name) => channels[name] === undefined),
    [],
  );
  for (const [name, { role, is_bot = false }] of Object.entries(wantedAccounts)) {
    assert.equal([cast[name]!.role, cast[name]!.is_bot], [role, is_bot], name);
    assert.match(page, new RegExp(`\\b${name}\\b`));
  }
});

test("the page has every action of the control API with its fields", () => {
  const rows = Object.entries(actionFields).map(([name, fields]) => {
    const words = Object.entries(fields).map(([field, { isOptional }]) => `${field}${isOptional ? "?" : ""}`);
    return `| \`${name}\` | ${words.join(", ")} |`;
  });
  assert.ok(page.includes(rows.join("\n")), rows.join("\n"));
});

test("the page names every route of the control API that the suite uses, and routes that there are", () => {
  for (const { route } of control.filter(({ steers }) => steers)) {
    const named = route.replace(" ", " /_control");
    assert.ok(page.includes(`\`${named}\``), named);
  }
  const there = new Set([...endpoints, ...support].map(({ route }) => route.replace(/:\w+/g, "")));
  const named = [...page.matchAll(/`((?:GET|POST|PATCH|DELETE) \/(?!_control)[^`]*)`/g)].map(([, route = ""]) => route);
  assert.equal(
    named.filter((route) => !there.has(route)),
    [],
  );
  assert.ok(named.length > 15);
});

test("what PATCH /realm is asked for are parameters of it, but for two that are said to be none", () => {
  const [, first = "", second = ""] =
    /`PATCH \/realm` is asked for ([^;]*), and, which running servers do not have there, for ([^;]*);/.exec(page) ?? [];
  const namesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const has = (name: string): boolean => Object.hasOwn(support.find(({ route }) => route === "PATCH /realm")?.params ?? {}, name);
  assert.ok(namesIn(first).length > 8 && namesIn(second).length > 0);
  assert.equal(
    namesIn(first).filter((name) => !has(name)),
    [],
  );
  assert.equal(namesIn(second).filter(has), []);
});

test.run();
