import { test } from "uvu";
import * as assert from "uvu/assert";
import { capabilities } from "../../conformance/client/registration.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import { allTelling, telling } from "./telling.ts";

const topics = ["lunch", "tea", "work", "Topic 4"].map((topic_name) => ({ stream_id: 5, topic_name, visibility_policy: 1 }));
const setting: Seen = {
  as: "alice",
  method: "POST",
  path: "/user_topics",
  fields: { stream_id: 5, topic: "TOPIC 4", visibility_policy: 1 },
  status: 200,
  body: { result: "success", msg: "" },
};
const registration: Seen = {
  as: "alice",
  method: "POST",
  path: "/register",
  fields: { event_types: [], fetch_event_types: ["user_topic"], client_capabilities: capabilities },
  status: 200,
  body: { result: "success", msg: "", queue_id: "q", realm_domains: ["a"], user_topics: topics, max_topic_length: 60 },
  read: ["user_topics"],
};

test("of a registration stands what was looked at, and of its lists what is about the requests before, in whatever capitals", () => {
  const { fields, body, read } = telling(registration, [setting]);
  assert.equal(fields, { fetch_event_types: ["user_topic"] });
  assert.equal(body, { user_topics: [topics[3], "… 3 more …"], "…": "5 more" });
  assert.is(read, undefined);
});

test("a list of which nothing was sent before stands whole, and so does an exchange of which nothing is known", () => {
  assert.equal(telling(registration, []).body.user_topics, topics);
  assert.is(telling(setting, []), setting);
  const { read: _, ...unread } = registration;
  assert.equal(telling(unread, [setting]), unread);
});

test("what was not told, though it was looked at, is not there either", () => {
  const { body } = telling({ ...registration, read: ["realm_emoji"] }, []);
  assert.equal(body, { "…": "6 more" });
});

test("each exchange is told by those before it", () => {
  const [, last] = allTelling([setting, registration]);
  assert.equal(last?.body.user_topics, [topics[3], "… 3 more …"]);
});

test.run();
