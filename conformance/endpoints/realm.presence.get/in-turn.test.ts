import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../catalogue/catalogue.ts";
import { altered } from "../../check/altered.test.kit.ts";
import { inTurn, Session } from "../../client/session.ts";
import { embedded } from "../../targets/embedded.ts";

// What somebody's client last reported is one fact of a server.
for (const name of ["hiddenAddress", "accessibleUsers", "entries", "reported"])
  test(`${name}, in which clients report presence, waits for another run that does`, async () => {
    let asked = 0;
    const ask = async () => void asked++;
    const steering = { alone: ask, act: ask, advance: ask } as never;
    const session = new Session(
      { ...altered(embedded(), (reply) => reply), kind: "live", url: `http://${name}`, send: ask, steering },
      "a",
    );
    let end = (): void => {};
    const before = inTurn("presences", () => new Promise<void>((resolve) => (end = resolve)))(session, {});
    const property = properties.get(`realm.presence.get/${name}`)!;
    const run = property.holds(session, property.examples[0] as never).catch(() => undefined);
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
    assert.is(asked, 0);
    end();
    await before;
    await run;
    assert.ok(asked > 0);
  });

test.run();
