import type { Reply } from "../../client/target.ts";
import type { Call } from "../../declare/call.ts";
import { forEachCall, successOf } from "../each-call.ts";

const needsCredentials = ({ isOpen }: Call): boolean => !isOpen;

const shape = ({ status, body }: Reply) => ({ status, code: body.code });

/** Without credentials a call is refused, and refused as every other endpoint does it; with them it succeeds. */
export const none = forEachCall({
  clause: ["authentication/required", "authentication/same-refusal"],
  of: needsCredentials,
  async holds(session, call) {
    const { expect } = session;
    const { actor, route, fields } = await call.prepare(session);
    const reply = await session.nobody.send(route, fields);
    expect.declined(reply, `${call.route} without credentials`);
    expect.same(
      shape(reply),
      shape(await session.nobody.send("GET /realm/linkifiers")),
      `the refusal of ${call.route} without credentials`,
    );
    successOf(session, call, await actor.send(route, fields));
  },
});

/** A key that nobody has is refused beside the right address. */
export const wrongKey = forEachCall({
  clause: "authentication/wrong-key",
  of: needsCredentials,
  async holds(session, call) {
    const { expect } = session;
    const { actor, route, fields } = await call.prepare(session);
    const credentials = { kind: "basic", email: actor.email, api_key: "0123456789abcdef".repeat(2) } as const;
    expect.declined(await actor.send(route, fields, { credentials }), `${call.route} with a wrong key`);
    successOf(session, call, await actor.send(route, fields));
  },
});

/** Credentials that cannot be read, or that belong to another scheme, are refused. */
export const malformed = forEachCall({
  clause: "authentication/malformed-header",
  of: needsCredentials,
  async holds(session, call) {
    const { expect } = session;
    const { actor, route, fields } = await call.prepare(session);
    for (const kind of ["malformed", "otherScheme"] as const)
      expect.declined(await actor.send(route, fields, { credentials: { kind } }), `${call.route} with ${kind} credentials`);
    successOf(session, call, await actor.send(route, fields));
  },
});
