import { test } from "uvu";
import * as assert from "uvu/assert";
import { listener } from "../actions/hearing.test.kit.ts";
import { createSimulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });

test("alert words come and go whatever their capitals, and the whole list is told each time", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["alert_words"]);
  const ask = (method: string, words: unknown) => sim.as("bob").send(`${method} /users/me/alert_words`, { alert_words: words }).body;
  const words = (...alert_words: string[]) => ({ ...ok, alert_words });
  assert.equal(sim.as("bob").send("GET /users/me/alert_words").body, words("compost", "ladder"));
  assert.equal(ask("POST", [" rake ", "Ladder", "", "RAKE"]), words("compost", "ladder", "RAKE"));
  assert.equal(ask("DELETE", ["COMPOST", "spade"]), words("ladder", "RAKE"));
  assert.equal(sim.as("bob").send("GET /users/me/alert_words").body, words("ladder", "RAKE"));
  assert.equal(
    hear().map(({ alert_words }) => alert_words),
    [
      ["compost", "ladder", "RAKE"],
      ["ladder", "RAKE"],
    ],
  );
  const ladder: [unknown, object][] = [
    [undefined, failure("Missing 'alert_words' argument", "REQUEST_VARIABLE_MISSING", { var_name: "alert_words" })],
    ["rake", failure("alert_words is not valid JSON")],
    ["{}", failure("alert_words is not a list")],
    [["x", 1], failure("alert_words[1] is not a string")],
    [["😀".repeat(101)], failure("alert_words[0] is too long (limit: 100 characters)")],
  ];
  for (const [given, expected] of ladder) assert.equal([ask("POST", given), ask("DELETE", given)], [expected, expected]);
  assert.equal(hear(), []);
  assert.equal(ask("DELETE", ["😀".repeat(100)]), words("ladder", "RAKE"));
});

test.run();
