import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../server/simulator.ts";

const realm = {
  users: { una: {}, vic: {} },
  channels: { calm: { subscribers: ["una", "vic"] } },
  messages: [{ from: "vic", to: "calm", topic: "plans", content: "calm-plans" }],
};

test("a policy set now counts at once", () => {
  const sim = createSimulator({ realm });
  const { stream_id } = sim.channels.calm!;
  const muted = () => {
    const fields = { narrow: [["is", "muted"]], anchor: "newest", num_before: 9, num_after: 0, apply_markdown: false };
    return (sim.as("una").send("GET /messages", fields).body.messages as { content: string }[]).map(({ content }) => content);
  };
  assert.equal(muted(), []);
  sim.as("una").send("POST /user_topics", { stream_id, topic: "PLANS", visibility_policy: 1 });
  assert.equal(muted(), ["calm-plans"]);
});

test.run();
