import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { eventFacts } from "./types.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A call that sends, up to the type that it names. */
const sending = /\b(?:deliver|tell|tellEveryone|offer|append)\b[^"`]*["`]([\w${}().]+)["`]/g;

/** Returns the types that a file sends. The provider of calls spells one of them. */
function typesIn(file: string): Set<string> {
  const named = [...readFileSync(`${folder}${file}`, "utf8").matchAll(sending)].map(([, type = ""]) => type);
  return new Set(named.map((type) => type.replace(/^has_\$.*_token$/, "has_vc_token")));
}

test("every type of event is sent by one file", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  assert.equal(files.flatMap((file) => [...typesIn(file)]).sort(), Object.keys(eventFacts).sort());
});

test.run();
