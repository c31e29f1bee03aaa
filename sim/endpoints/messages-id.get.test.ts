import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

/** Una and Gil came to the channels in the middle of things: `old` was sent before, `new` after. */
const realm = {
  users: { una: {}, vic: {}, wes: {}, gil: { role: "guest" } },
  channels: Object.fromEntries([
    ...(["public", "web-public", "private", "private-protected"] as const).map((privacy) => [
      privacy,
      { privacy, subscribers: ["una", "gil", "vic"], subscriptions: { una: { since: "-5h" }, gil: { since: "-5h" } } },
    ]),
    ["granted", { privacy: "private", subscribers: ["vic"], can_subscribe_group: "role:members" }],
    ["archived", { archived: true, subscribers: ["vic"] }],
  ]),
  messages: [
    ...["public", "web-public", "private", "private-protected", "granted", "archived"].map((to) => ({
      from: "vic",
      to,
      topic: "",
      content: `${to} *old*`,
      at: "-6h",
    })),
    ...["public", "private", "private-protected"].map((to) => ({ from: "vic", to, topic: "x", content: `${to} new`, at: "-4h" })),
    { from: "vic", to: ["una"], content: "direct", unread_by: ["una"] },
  ],
};

const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm, ...options });
const get = (sim: Simulator, as: string | undefined, id: number | string, fields: object = {}) =>
  sim.as(as).send(`GET /messages/${id}`, { ...fields });

function idsOf(sim: Simulator): Readonly<Record<string, number>> {
  const { body } = sim.as("vic").send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 99, apply_markdown: false });
  return Object.fromEntries((body.messages as { id: number; content: string }[]).map(({ id, content }) => [content, id]));
}

const gone = { result: "error", msg: "Invalid message(s)", code: "BAD_REQUEST" };

test("a message sent is read back as it was sent, and reading it leaves it unread", () => {
  const sim = simulator();
  const id = sim.as("vic").send("POST /messages", { type: "direct", to: ["una@example.com"], content: "see **this**" }).body.id as number;
  const { status, body } = get(sim, "una", id);
  const message = body.message as Record<string, unknown>;
  assert.equal([status, body.raw_content, Object.keys(body)], [200, "see **this**", ["result", "msg", "message", "raw_content"]]);
  assert.equal([message.id, message.content, message.content_type], [id, "<p>see <strong>this</strong></p>", "text/html"]);
  // The address is the MD5 of the sender's: nothing in this request declares that the client computes it.
  assert.equal(
    [message.flags, message.avatar_url],
    [[], "https://secure.gravatar.com/avatar/8829e3520aecc1ac46a9da5e85b7939c?d=identicon&version=1"],
  );
  assert.equal((get(sim, "una", id).body.message as typeof message).flags, []);
  sim.as("vic").send(`DELETE /messages/${id}`);
  assert.equal(get(sim, "una", id).body, gone);
});

test("running servers answer as if the client had declared that it computes avatars", () => {
  const sim = createSimulator({ rulings: { undeclaredAvatar: "observed" } });
  const id = sim.as("alice").send("POST /messages", { type: "direct", to: [sim.cast.bob!.user_id], content: "hi" }).body.id as number;
  assert.is((get(sim, "bob", id).body.message as Record<string, unknown>).avatar_url, null);
});

test("content and empty topics come as asked for, the source in any case", () => {
  const sim = simulator();
  const id = idsOf(sim)["public *old*"]!;
  const fetched = (fields: object) => {
    const { message, raw_content } = get(sim, "una", id, fields).body as { message: Record<string, unknown>; raw_content: string };
    return [message.content, message.content_type, message.subject, raw_content];
  };
  assert.equal(fetched({}), ["<p>public <em>old</em></p>", "text/html", "general chat", "public *old*"]);
  assert.equal(fetched({ apply_markdown: false, allow_empty_topic_name: true }), ["public *old*", "text/x-markdown", "", "public *old*"]);
});

test("leaving a private channel takes its messages away, also those received", () => {
  const sim = simulator();
  const ids = idsOf(sim);
  for (const channel of ["private", "private-protected", "public"]) sim.act({ action: "unsubscribe", as: "una", channel });
  assert.equal(get(sim, "una", ids["private new"]!).body, gone);
  assert.equal(get(sim, "una", ids["private-protected new"]!).body, gone);
  assert.is(get(sim, "una", ids["public new"]!).status, 200);
  const narrowless = sim.as("una").send("GET /messages", { anchor: "newest", num_before: 99, num_after: 0, apply_markdown: false }).body;
  assert.equal(
    (narrowless.messages as { content: string }[]).map(({ content }) => content),
    ["public new", "direct"],
  );
});

test("a request for one message is refused for its first fault", () => {
  const sim = simulator();
  const id = idsOf(sim).direct!;
  const refusals: [number | string, object, string][] = [
    [999_999, { allow_empty_topic_name: 1, apply_markdown: "x" }, "allow_empty_topic_name is not a boolean"],
    [999_999, { apply_markdown: "x" }, "apply_markdown is not valid JSON"],
    [999_999, {}, "Invalid message(s)"],
    [0, {}, "Invalid message(s)"],
    ["1234567890123456", {}, "Invalid message(s)"],
    ["12345678901234567890", {}, "Invalid message(s)"],
  ];
  for (const [given, fields, msg] of refusals) {
    const { status, body } = get(sim, "una", given, fields);
    assert.equal([status, body], [400, { ...gone, msg }]);
  }
  for (const given of ["-1", "1.5", "abc"]) assert.is(get(sim, "una", given).status, 404);
  assert.is(get(sim, undefined, id).status, 401);
  assert.equal(get(sim, "wes", id).body, gone);
  assert.equal(get(sim, "una", id, { anchor: 1 }).body.ignored_parameters_unsupported, ["anchor"]);
});

test("before level 334 the parameter for empty topics is not supported", () => {
  const sim = simulator({ level: 333 });
  const { body } = get(sim, "una", idsOf(sim).direct!, { allow_empty_topic_name: true });
  assert.equal(body.ignored_parameters_unsupported, ["allow_empty_topic_name"]);
});

test.run();
