import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const data = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/markdown/messages/${name}`, import.meta.url), "utf8"));
const start = createSimulator({ realm: data("realm.json") });

function sent(sim: Simulator, fields: Fields): Record<string, unknown> {
  const { status, body } = sim.as("alice").send("POST /messages" as string, { type: "channel", to: "garden", topic: "beds", ...fields });
  assert.is(status, 200, String(body.msg));
  return sim.as("bob").send(`GET /messages/${body.id}`).body.message as Record<string, unknown>;
}

for (const { topic, topic_links } of data("topic-links.json") as readonly { topic: string; topic_links: unknown }[]) {
  test(`the links of the topic ${JSON.stringify(topic)}`, () => {
    assert.equal(sent(start.fork(), { topic, content: "x" }).topic_links, topic_links);
  });
}

test("direct messages have no topic links", () => {
  const sim = start.fork();
  assert.equal(sent(sim, { type: "direct", to: [sim.cast.bob?.user_id], topic: "#123", content: "#123" }).topic_links, []);
});

for (const { content, has } of data("has.json") as readonly { content: string; has: readonly string[] }[]) {
  test(`what the narrow has:… finds of ${JSON.stringify(content)}`, () => {
    const sim = start.fork();
    const { id } = sent(sim, { content });
    const found = ["link", "image", "attachment"].filter((operand) => {
      const narrow = [{ operator: "has", operand }];
      return (
        (sim.as("bob").send("GET /messages" as string, { narrow, anchor: id, num_before: 0, num_after: 0 }).body.messages as Fields[])
          .length > 0
      );
    });
    assert.equal(found, has);
  });
}

test("an edit finds out anew what a message has, and whether it is about its sender", () => {
  const sim = start.fork();
  const { id } = sent(sim, { content: "/me has #12" });
  const isLink = () => {
    const narrow = [{ operator: "has", operand: "link" }];
    return (
      (sim.as("bob").send("GET /messages" as string, { narrow, anchor: id, num_before: 0, num_after: 0 }).body.messages as Fields[])
        .length > 0
    );
  };
  assert.ok(isLink());
  sim.act({ action: "edit_message", as: "alice", message_id: Number(id), content: "nothing" });
  assert.not(isLink());
  assert.is((sim.as("bob").send(`GET /messages/${id}`).body.message as Fields).is_me_message, false);
});

for (const { content, is_me_message } of data("me.json") as readonly { content: string; is_me_message: boolean }[]) {
  test(`${JSON.stringify(content)} is ${is_me_message ? "" : "not "}about its sender`, () => {
    assert.is(sent(start.fork(), { content }).is_me_message, is_me_message);
  });
}

test("before level 354 every channel can be linked to, later only those that the sender may read", () => {
  const html = (level: number) => {
    const sim = createSimulator({
      realm: { users: { alice: {}, bob: {} }, channels: { den: { privacy: "private", subscribers: ["bob"] } } },
      level,
    });
    const { body } = sim
      .as("alice")
      .send("POST /messages" as string, { type: "private", to: [sim.cast.bob?.user_id], content: "#**den**" });
    return (sim.as("bob").send(`GET /messages/${body.id}`).body.message as Fields).content;
  };
  assert.is(html(354), "<p>#<strong>den</strong></p>");
  assert.match(String(html(353)), /^<p><a class="stream" data-stream-id="\d+" href="\/#narrow\/channel\/\d+-den">#den<\/a><\/p>$/);
});

test("a topic is found again by its newest message, before level 400 by its oldest", () => {
  const html = (level: number) => {
    const sim = createSimulator({ realm: data("realm.json"), level });
    const first = sent(sim, { type: "stream", topic: "Tools", content: "one" });
    const second = sent(sim, { type: "stream", topic: "tools", content: "two" });
    const link = String(sent(sim, { type: "stream", content: "#**garden>TOOLS**" }).content);
    return link.replace(`/with/${first.id}"`, '/with/first"').replace(`/with/${second.id}"`, '/with/second"');
  };
  for (const [level, end] of [
    [346, "/topic/TOOLS"],
    [347, "/topic/TOOLS/with/first"],
    [399, "/topic/TOOLS/with/first"],
    [400, "/topic/TOOLS/with/second"],
  ] as const) {
    assert.match(html(level), new RegExp(`href="/#narrow/channel/\\d+-garden${end}">#garden &gt; TOOLS</a>`), String(level));
  }
});

test("content that comes to more than a hundred times the longest content cannot be rendered", () => {
  const sim = start.fork();
  // Each of these becomes 177 characters.
  const emoji = String.fromCodePoint(0x1f236);
  assert.is(String(sent(sim, { content: emoji.repeat(5649) }).content).length, 5649 * 177 + "<p></p>".length);
  const { status, body } = sim
    .as("alice")
    .send("POST /messages", { type: "channel", to: "garden", topic: "beds", content: emoji.repeat(5650) });
  assert.equal({ status, body }, { status: 400, body: { result: "error", msg: "Unable to render message", code: "BAD_REQUEST" } });
});

test("content is trimmed and cut before it is rendered; nothing and null are refused", () => {
  const sim = start.fork();
  assert.is(sent(sim, { content: "\n\n  *a* \n\t" }).content, "<p><em>a</em></p>");
  assert.is(sent(sim, { content: `${"x".repeat(9980)}${"y".repeat(30)}` }).content, `<p>${"x".repeat(9980)}<br>\n[message truncated]</p>`);
  const refusal = (content: string) => {
    const { body } = sim.as("alice").send("POST /messages", { type: "channel", to: "garden", topic: "beds", content });
    return [body.code, body.msg];
  };
  for (const content of ["", " \n\t "]) assert.equal(refusal(content), ["BAD_REQUEST", "Message must not be empty"]);
  assert.equal(refusal("a\0b"), ["BAD_REQUEST", "Message must not contain null bytes"]);
});

test.run();
