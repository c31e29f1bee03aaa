import { test } from "uvu";
import * as assert from "uvu/assert";
import { remedies, remedyOf } from "./remedies.ts";

const said: readonly (readonly [reason: string, remedy: RegExp])[] = [
  ["only seen on running servers: rare forms of ISO 8601", /^nothing: no sentence asks for it \(--like zulip /],
  [
    "only seen on running servers: subscribers in a registration",
    /^once POST \/register tells it as .*contract\.md lists what that unlocks$/,
  ],
  ["only seen on running servers: id in realm_user_groups of a registration", /^once POST \/register tells it as /],
  ["the target takes no query of that length: 431", /headers of 64 kB$/],
  ["waits for POST /realm/filters", /^once the server has the endpoint/],
  ["the target has no control API, which alone moves the clock", /"control": true of the target file/],
  [
    "the target has no control API, and no owner or administrator could prepare it",
    /^an owner or administrator .*"owen" or "dana" in the cast/,
  ],
  ["the cast has no dana", /^the account in the cast of the target file/],
  ["every step needs what the target does not allow: a control API, an account that is missing", /"control".*; the account in the cast/],
  ["no channel stands for secret", /^the channel under "channels" of the target file/],
  ["the password of bob is not given", /^"password" beside the account/],
  ["the user id of alice is not known", /^"user_id" beside the account/],
  ["the target limits the rate of POST /messages: it asks to wait 40 s more", /^--allow-waits/],
  ["a registration does not say realm_authentication_methods", /^once POST \/register tells it/],
  ["user_topics in a registration is nothing, not array", /^once POST \/register tells it/],
  ["the target is of level 120, before 250", /^nothing: it is about servers of another level$/],
  ["alice is subscribed to the channel quiet", /^accounts and channels that are as conformance\/contract.md has them/],
  ["POST /typing got no answer within 10 s, 3 times", /^once the server answers that request/],
  ["POST /messages answers 400 {}, not a success", /^once the request that was to prepare it succeeds/],
  ["no answer of the run had what it looks at", /^nothing: /],
  [
    'a name such as "null" may be on the server already: it is tried on the simulator alone',
    /^nothing: it is tried on the simulator alone$/,
  ],
  [
    "every step needs what the target does not allow: a profile field that is missing",
    /^custom profile fields of each type in the organization$/,
  ],
  ["every step needs what the target does not allow: a server that nobody else uses", /^nothing: it takes a server that nobody else uses/],
  [
    "gus has to share a channel with alice, and no conversation with the one who is hidden",
    /^a server on which the guest .* has written to nobody/,
  ],
  ["even numbers cannot be tried", /^nothing is known that would help$/],
];

test("each reason says what can be given, or that nothing can be done", () => {
  for (const [reason, remedy] of said) assert.match(remedyOf(reason), remedy, reason);
});

test("results are counted by what would help, the most first, each with its reasons", () => {
  const waiting = ["waits for GET /a", "the cast has no dana", "waits for GET /b", "waits for GET /b"];
  const [first, second] = remedies(waiting);
  assert.match(first?.remedy ?? "", /^once the server has the endpoint/);
  assert.equal(
    [first?.count, first?.reasons],
    [
      3,
      [
        ["waits for GET /b", 2],
        ["waits for GET /a", 1],
      ],
    ],
  );
  assert.equal([second?.count, second?.reasons], [1, [["the cast has no dana", 1]]]);
  const later = "the target is of level 120, before 250";
  assert.equal(
    remedies([later, later, "the cast has no dana"]).map(({ count }) => count),
    [1, 2],
    "what nothing helps comes last",
  );
});

test("of a file that was judged no more values are asked for", () => {
  const reason = "no answer of the run had what it looks at";
  assert.match(remedyOf(reason), /--tries/);
  assert.equal(
    remedies([reason], true).map(({ remedy }) => remedy),
    ["nothing: the file has nothing of the kind"],
  );
});

test.run();
