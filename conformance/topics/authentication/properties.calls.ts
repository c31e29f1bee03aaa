import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { present } from "../../client/json.ts";
import { basic, fetchKey, passwordOf } from "../../client/people.ts";
import type { OtherHeader, Reply } from "../../client/target.ts";
import type { Call } from "../../declare/call.ts";
import { refuses, succeed, untraced } from "../../derive/clauses.ts";
import { aWrongSecret, nearSecrets, type SecretShape, wrongSecret } from "../../draw/texts.ts";
import { isEqual, Untestable } from "../../expect.ts";
import { calls, forEachCall } from "../each-call.ts";

const needsCredentials = ({ isOpen }: Call): boolean => !isOpen;

/** Whether a call may be made by nobody on servers that show web-public channels to everybody: those look at its parameters first. */
const isForSpectators = ({ stem }: Call): boolean => stem === "messages.get";

/** Routes that need credentials and exist on every server, with 1 for ids in the path. */
const others = calls
  .filter((call) => needsCredentials(call) && call.since === 0 && !isForSpectators(call))
  .map(({ route }) => route.replaceAll(/\{\w+\}/g, "1"));

const kindOf = ({ status, body }: Reply) => ({ status, code: body.code });

/** Without credentials a call is refused, with its parameters and without, on running servers as every other endpoint does it; with them it succeeds. */
export const none = forEachCall({
  clause: ["authentication/required", "authentication/same-refusal", untraced],
  of: needsCredentials,
  given: () => ({ other: fc.constantFrom("GET /realm/linkifiers", ...others), hasFields: fc.boolean() }),
  examples: () => [true, false].map((hasFields) => ({ other: "GET /realm/linkifiers", hasFields })),
  async holds(session, call, ready, { other, hasFields }) {
    const { expect, nobody: by } = session;
    const another = session.isHeldToObserved ? await by.send(other) : undefined;
    const fields = hasFields || isForSpectators(call) ? ready.fields : {};
    const look = async (reply: Reply, what: string): Promise<void> => {
      expect.declined(reply, what);
      if (!another || isEqual(kindOf(reply), kindOf(another))) return;
      // Which of the two is the odd one, a third tells.
      const third = others.find((route) => route !== other && route !== call.route);
      if (isEqual(kindOf(reply), kindOf(await by.send(present(third, "third route"))))) return;
      const beside = `the refusal of ${what}, beside that of ${other},`;
      expect.same(kindOf(reply), kindOf(another), beside, "authentication/same-refusal");
    };
    await refuses(session, call, ready, { by, fields, what: `${call.route} without credentials`, look });
  },
});

/** A wrong key: a drawn one, the account's own with a fault, or that of another account. */
type WrongKey = SecretShape | { readonly kind: "another's" } | { readonly kind: "the password" };

async function wrongKeyOf(actor: Actor, shape: WrongKey): Promise<string> {
  if (shape.kind === "other") return shape.text;
  if (shape.kind === "empty") return "";
  if (shape.kind === "the password") return passwordOf(actor);
  if (shape.kind === "another's") return fetchKey(actor.session.actor(actor.name === "bob" ? "alice" : "bob"));
  const key = wrongSecret(shape, await fetchKey(actor));
  if (key === undefined) throw new Untestable("the key has no letters");
  return key;
}

/** Whether a wrong key is one that nearly is the right one. */
const isNear = ({ kind }: WrongKey): boolean => nearSecrets.some((near) => near.kind === kind);

/** Everything behind the first colon is the key. */
const withSecondColon: WrongKey = { kind: "longer", by: ":a", end: "last" };

/** The calls of which near keys of every kind are tried, since they show them soonest; of the others one is. */
const withAllNear = ["messages.post", "realm.linkifiers.get"];

/** Returns words for a wrong key without any of its letters but those that were added. */
const keyWords = (wrong: WrongKey): string =>
  wrong.kind === "longer" ? `longer by ${JSON.stringify(wrong.by)} at its ${wrong.end === "last" ? "end" : "beginning"}` : wrong.kind;

/** A key that nobody has, one that nearly is the account's, its password, and another account's key are refused beside the right address, and nothing is done. */
export const wrongKey = forEachCall<{ readonly wrong: WrongKey }>({
  clause: ["authentication/wrong-key", "authentication/near-key", untraced],
  of: needsCredentials,
  given: () => ({ wrong: fc.oneof({ withCrossShrink: true }, aWrongSecret(), fc.constant({ kind: "another's" } as const)) }),
  examples: ({ stem }) => [
    // Of the length of a key, and none that somebody would choose.
    { wrong: { kind: "other", text: "9b3e0d71c4f2a8650e7d91b6c3f5a248" } },
    { wrong: { kind: "empty" } },
    { wrong: withSecondColon },
    ...(withAllNear.includes(stem) ? [...nearSecrets, { kind: "the password" } as const] : []).map((wrong) => ({ wrong })),
  ],
  async holds(session, call, ready, { wrong }) {
    const { actor } = ready;
    const extra = basic(actor.email, await wrongKeyOf(actor, wrong));
    const checks = isNear(wrong) ? session.expect.against("authentication/near-key") : session.expect;
    const look = (reply: Reply, what: string): void => void checks.declined(reply, what);
    await refuses(session, call, ready, { extra, what: `${call.route} with a wrong key (${keyWords(wrong)})`, look });
  },
});

const unreadable = (header: string): OtherHeader => ({ kind: "malformed", header });
const otherScheme = (header: string): OtherHeader => ({ kind: "otherScheme", header });

/** Base64 of letters, of which none stands for a colon. */
const noPair = fc.string({ unit: fc.constantFrom(..."abcdefgh"), minLength: 3, maxLength: 12 }).map(btoa);
const schemes = fc.constantFrom("Bearer", "Digest", "Token", "Negotiate", "Basically", "ApiKey");

/** An Authorization header without HTTP Basic credentials: as it is, or the right ones with something behind them. */
type WrongHeader = OtherHeader | { readonly kind: "further"; readonly word: string };

/** Headers of the scheme Basic that hold no address with a key, of other schemes, some with what Basic credentials would hold, and with another word. */
const aWrongHeader: fc.Arbitrary<WrongHeader> = fc.oneof(
  { withCrossShrink: true },
  noPair.map((text) => unreadable(`Basic ${text}`)),
  fc.constantFrom("Basic", "Basic !", "Basic YWJjZ", "Basic a b", "Basic /w==").map(unreadable),
  fc.tuple(schemes, fc.oneof(fc.constantFrom("touchstone", btoa("a@example.com:a")), noPair)).map((parts) => otherScheme(parts.join(" "))),
  fc.record({ kind: fc.constant("further"), word: fc.constantFrom("a", "b") }),
);

/** Credentials that cannot be read, or that belong to another scheme, are refused. */
export const malformed = forEachCall<{ readonly wrong: WrongHeader }>({
  clause: "malformed-header",
  of: needsCredentials,
  given: () => ({ wrong: aWrongHeader }),
  examples: ({ stem }: Call) => [
    { wrong: unreadable(`Basic ${btoa("touchstone")}`) },
    { wrong: otherScheme("Bearer touchstone") },
    ...(stem === "realm.linkifiers.get" ? [{ wrong: { kind: "further", word: "a" } } as const] : []),
  ],
  async holds(session, call, ready, { wrong }) {
    const { actor, route, fields } = ready;
    const isFurther = wrong.kind === "further";
    if (isFurther) session.needsObserved("right credentials with a word behind them are refused");
    const credentials = isFurther ? unreadable(`Basic ${btoa(`${actor.email}:${await fetchKey(actor)}`)} ${wrong.word}`) : wrong;
    const what = isFurther ? "a word behind its credentials" : `the header ${wrong.header}`;
    session.expect.declined(await actor.send(route, fields, { credentials }), `${call.route} with ${what}`);
    await succeed(session, call, ready);
  },
});
