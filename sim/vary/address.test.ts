import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";

/** All answers of a client that looks around, writes and is refused, where the port is replaced by a word. */
function answers(sim: Simulator, port: number): string[] {
  sim.serveAt(`http://127.0.0.1:${port}`);
  const requests: [string, Record<string, unknown>][] = [
    ["GET /server_settings", {}],
    ["POST /register", {}],
    ["GET /dev_list_users", {}],
    ["POST /messages", { type: "channel", to: "general", topic: "ports", content: "@**all** hi" }],
    ["POST /messages", { type: "channel", to: "nowhere", topic: "ports", content: "hi" }],
    ["GET /messages", { anchor: "newest", num_before: 5, num_after: 0, client_gravatar: false }],
    ["GET /users/me", {}],
    ["DELETE /events", { queue_id: "none" }],
  ];
  return requests.map(([route, fields]) => {
    const { status, headers, text } = sim.as("alice").send(route as string, fields);
    return `${status} ${JSON.stringify(headers)} ${text}`.replaceAll(`:${port}`, ":PORT");
  });
}

test("a server varies alike whatever its port is", () => {
  for (let vary = 1; vary <= 20; vary++) {
    assert.equal(answers(createSimulator({ vary }), 9991), answers(createSimulator({ vary }), 40_321), `seed ${vary}`);
  }
});

test.run();
