import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../../catalogue/catalogue.ts";
import { altered } from "../../check/altered.test.kit.ts";
import { present } from "../../client/json.ts";
import type { Outgoing, Target } from "../../client/target.ts";
import { runProperty } from "../../run/properties.ts";
import { embedded } from "../../targets/embedded.ts";

/** A server that reads credentials up to a second colon. */
function splitting(inner: Target): Target {
  const cutOff = (request: Outgoing): Outgoing => {
    const { credentials } = request;
    if (!credentials || !("api_key" in credentials)) return request;
    return { ...request, credentials: { ...credentials, api_key: credentials.api_key.split(":")[0] ?? "" } };
  };
  const server = altered(inner, (reply) => reply);
  return { ...server, send: (request) => inner.send(cutOff(request)), isolated: () => splitting(inner.isolated()) };
}

for (const stem of ["messages.post", "messages.get", "typing.post"])
  test(`a key with a colon and more behind it is tried at ${stem}`, async () => {
    const address = `authentication.wrongKey/${stem}`;
    const property = present(properties.get(address), address);
    const { verdict, reason } = await runProperty(address, property, splitting(embedded()), { seed: 1, tries: 0 });
    assert.is(verdict, "differs");
    assert.match(`${reason}`, /with a wrong key \(longer by ":a" at its end\)/);
  });

test.run();
