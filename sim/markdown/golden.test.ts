import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { atLevel, exampleScope, linkifyingScope, oddLinkifyingScope } from "./example-scope.test.kit.ts";
import { render } from "./index.ts";
import { thoroughly } from "./render.ts";
import type { Scope } from "./scope.ts";

interface Golden {
  readonly source: string;
  readonly html: string;
  readonly why?: string;
  readonly realm?: string;
  readonly level?: number;
}

const realms: Readonly<Record<string, Scope>> = {
  linkifiers: linkifyingScope(),
  "odd linkifiers": oddLinkifyingScope(),
  "emoticons on": exampleScope({ translateEmoticons: true }),
  "previews off": exampleScope({ imagePreviews: false }),
  "default language python": exampleScope({ defaultCodeLanguage: "python" }),
  "default language quote": exampleScope({ defaultCodeLanguage: "quote" }),
  "default language math": exampleScope({ defaultCodeLanguage: "math" }),
};
const folder = new URL("../../fixtures/markdown/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

for (const file of files) {
  const cases = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as readonly Golden[];
  for (const { source, html, why, realm, level } of cases) {
    const known = realm === undefined ? exampleScope() : realms[realm];
    const notes = [level && `at level ${level}`, why].filter(Boolean).join(", ");
    test(`${file}: ${JSON.stringify(source)} renders as written${notes && ` (${notes})`}`, () => {
      if (!known) throw new Error(`there is no realm "${realm}"`);
      const scope = level === undefined ? known : { ...known, ...atLevel(level) };
      assert.is(render(source, scope).html, html);
      assert.is(thoroughly(source, scope).html, html, "without the short cut");
    });
  }
}

test("there are golden cases", () => assert.ok(files.length > 5));

test.run();
