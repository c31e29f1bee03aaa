import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
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
      return `| \`${name}\` | ${parts.join(", ")} |`;
    },
  );
  assert.ok(page.includes(rows.join("\n")), rows.join("\n"));
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

test.run();
