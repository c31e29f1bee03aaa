import fc from "fast-check";
import { boundOf } from "../client/registration.ts";
import type { Session } from "../client/session.ts";
import type { Reply } from "../client/target.ts";
import type { EndpointCall, Ready } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { nameOf } from "../draw/names.ts";
import { codePoints, letterKinds, textOf } from "../draw/texts.ts";
import type { Body } from "../expect.ts";
import { codes } from "../text/errors.ts";
import type { Limit } from "../text/limits.ts";
import { type Fact, promise, refuses, succeed, type Tried, traceOf, untraced } from "./promise.ts";

/** Returns what fills a text up to a bound. Thousands of emoji in a message take some servers longer to render than they allow themselves. */
const fillers = (limit: Limit) =>
  limit === "max_message_length"
    ? { drawn: textOf({ max: 12, kinds: letterKinds }), examples: ["x", "é中𐐀"] }
    : { drawn: textOf({ max: 8 }), examples: ["x", "🌱é"] };

/** Returns a call with a text of so many characters, the first of which nothing on the server has. */
const filledTo = (session: Session, ready: Ready, name: string, filler: string, length: number): Ready => ({
  ...ready,
  fields: { ...ready.fields, [name]: nameOf({ tail: filler, variant: "as it is", fill: "limit" }, session.fresh("f"), length) },
});

/** Sends a call that has to be accepted. Returns the body of its success. */
const accepted = async ({ expect }: Session, { actor, route, fields }: Ready, what: string): Promise<Body> =>
  expect.succeeded(await actor.send(route, fields), what);

/** Requires that a text as long as its bound was kept whole. */
async function requireWhole({ expect }: Session, call: EndpointCall, ready: Ready, name: string, answer: Body): Promise<void> {
  const kept = await call.kept?.(ready.actor, ready, answer);
  if (kept) expect.holds(kept[name] === ready.fields[name], `the ${name} as long as its bound is not kept as it was sent`);
}

const aLength = fc.oneof({ withCrossShrink: true }, fc.constant(1), fc.integer({ min: 2, max: 300 }));

/** A text as long as the bound is kept whole; a longer one is refused, be it by one code point, unless that is left open. */
export function bound({ call, name, stated }: Fact<"bound">): Property {
  const { drawn, examples } = fillers(stated.limit);
  return promise<{ readonly filler: string; readonly beyond: number }>(
    { call, stated },
    {
      given: () => ({ filler: drawn, beyond: stated.beyond ? fc.constant(0) : aLength }),
      examples: () => examples.map((filler) => ({ filler, beyond: stated.beyond ? 0 : 1 })),
      async holds(session, _, ready, { filler, beyond }) {
        const limit = await boundOf(ready.actor, stated.limit);
        const [mended, { fields }] = [limit, limit + beyond].map((length) => filledTo(session, ready, name, filler, length)) as [
          Ready,
          Ready,
        ];
        const look = (reply: Reply, what: string) => session.expect.refused(reply, codes.badRequest, {}, what);
        const what = `a ${name} of ${limit + beyond} characters`;
        if (beyond === 0) await succeed(session, call, ready);
        const body = await (beyond === 0 ? accepted(session, mended, what) : refuses(session, call, mended, { fields, what, look }));
        await requireWhole(session, call, mended, name, body);
      },
    },
  );
}

/** Of a text longer than its bound no more than that is kept, or it is refused where one as long as the bound is accepted. */
export const beyondBound = ({
  call,
  name,
  stated,
  limit,
}: Tried<NonNullable<Fact<"bound">["stated"]["beyond"]>> & { readonly limit: Limit }): Property =>
  promise<{ readonly filler: string; readonly beyond: number }>(
    { call, stated },
    {
      clause: call.trace ? [untraced] : [],
      given: () => ({ filler: fillers(limit).drawn, beyond: aLength }),
      examples: () => fillers(limit).examples.map((filler) => ({ filler, beyond: 1 })),
      async holds(session, _, ready, { filler, beyond }) {
        const { expect } = session;
        const most = await boundOf(ready.actor, limit);
        const [longer, what] = [filledTo(session, ready, name, filler, most + beyond), `a ${name} of ${most + beyond} characters`];
        const before = await traceOf(call, longer);
        const reply = await longer.actor.send(longer.route, longer.fields);
        const isRefused = reply.body.result === "error";
        if (isRefused) {
          expect.refused(reply, codes.badRequest, {}, what);
          if (before !== undefined)
            expect.same(await traceOf(call, longer), before, `what can be read after the refusal of ${what}`, untraced);
        } else {
          const kept = await call.kept?.(longer.actor, longer, expect.succeeded(reply, what));
          const length = codePoints(expect.text(kept?.[name], `what is kept of ${what}`));
          expect.holds(length <= most, `of ${what} ${length} are kept, where the bound is ${most}`);
        }
        session.chooses(stated.silent, isRefused ? "refuse" : "truncate");
        await accepted(session, filledTo(session, ready, name, filler, most), `a ${name} of ${most} characters`);
      },
    },
  );
