import { basic } from "../../client/login.ts";
import type { Reply } from "../../client/target.ts";
import type { Call } from "../../declare/call.ts";
import { forEachCall, succeed } from "../each-call.ts";

const needsCredentials = ({ isOpen }: Call): boolean => !isOpen;

const kindOf = ({ status, body }: Reply) => ({ status, code: body.code });

/** Without credentials a call is refused, and refused as every other endpoint does it; with them it succeeds. */
export const none = forEachCall({
  clause: ["authentication/required", "authentication/same-refusal"],
  of: needsCredentials,
  async holds(session, call) {
    const { expect, nobody } = session;
    const ready = await call.prepare(session);
    const reply = await nobody.send(ready.route, ready.fields);
    expect.declined(reply, `${call.route} without credentials`);
    const other = await nobody.send("GET /realm/linkifiers");
    expect.same(kindOf(reply), kindOf(other), `the refusal of ${call.route} without credentials`);
    await succeed(session, call, ready);
  },
});

/** A key that nobody has is refused beside the right address. */
export const wrongKey = forEachCall({
  clause: "authentication/wrong-key",
  of: needsCredentials,
  async holds(session, call) {
    const ready = await call.prepare(session);
    const { actor, route, fields } = ready;
    const reply = await actor.send(route, fields, basic(actor.email, "0123456789abcdef".repeat(2)));
    session.expect.declined(reply, `${call.route} with a wrong key`);
    await succeed(session, call, ready);
  },
});

/** Credentials that cannot be read, or that belong to another scheme, are refused. */
export const malformed = forEachCall({
  clause: "authentication/malformed-header",
  of: needsCredentials,
  async holds(session, call) {
    const ready = await call.prepare(session);
    for (const kind of ["malformed", "otherScheme"] as const) {
      const reply = await ready.actor.send(ready.route, ready.fields, { credentials: { kind } });
      session.expect.declined(reply, `${call.route} with ${kind} credentials`);
    }
    await succeed(session, call, ready);
  },
});
