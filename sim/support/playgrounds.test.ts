import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const wrong = (errors: Record<string, string[]>) => failure(Object.values(errors).flat()[0]!, "BAD_REQUEST", { errors });
const playgrounds = (sim: Simulator) =>
  sim
    .fork()
    .as("gus")
    .send("POST /register", { fetch_event_types: ["realm_playgrounds"] }).body.realm_playgrounds;

const rust = { name: "Rust playground", pygments_language: "Rust", url_template: "https://play.example.com/?code={code}" };

test("playgrounds come and go, and everybody hears the full list", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_playgrounds"]);
  const spaced = { ...rust, name: " Rust playground ", pygments_language: " Rust ", url_template: ` ${rust.url_template} ` };
  const { id, ...rest } = sim.as("dana").send("POST /realm/playgrounds", spaced).body;
  assert.equal([rest, playgrounds(sim)], [success, [{ id, ...rust }]]);
  const other = { ...rust, name: "Other" };
  assert.is(sim.as("owen").send("POST /realm/playgrounds", other).body.id, Number(id) + 1);
  assert.equal(sim.as("dana").send(`DELETE /realm/playgrounds/${id}`).body, success);
  const second = { id: Number(id) + 1, ...other };
  assert.equal(playgrounds(sim), [second]);
  assert.equal(
    hear(),
    [[{ id, ...rust }], [{ id, ...rust }, second], [second]].map((realm_playgrounds) => ({ type: "realm_playgrounds", realm_playgrounds })),
  );
});

test("a playground is refused for its first fault, with all of them by field", () => {
  const sim = createSimulator();
  sim.as("dana").send("POST /realm/playgrounds", rust);
  const hear = listener(sim, "gus", ["realm_playgrounds"]);
  const before = playgrounds(sim);
  const blank = ["This field cannot be blank."];
  const exists = "Realm playground with this Realm, Pygments language and Name already exists.";
  const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
  const code = 'Missing the required variable "code" in the URL template';
  const ladder: [Event, object][] = [
    [{}, missing("name")],
    [{ name: " " }, missing("pygments_language")],
    [{ name: " ", pygments_language: "l".repeat(41) }, failure("pygments_language is too long (limit: 40 characters)")],
    [{ name: " ", pygments_language: "C!" }, failure("Invalid characters in pygments language")],
    [{ name: " ", pygments_language: " " }, missing("url_template")],
    [
      { name: " ", pygments_language: " ", url_template: " " },
      wrong({ url_template: blank, name: blank, pygments_language: blank, __all__: [code] }),
    ],
    [{ ...rust, name: "", url_template: "{" }, wrong({ url_template: ["Invalid URL template."], name: blank })],
    [{ ...rust, url_template: "x" }, wrong({ __all__: [code, exists] })],
    [{ ...rust, name: "y", url_template: "x" }, wrong({ __all__: [code] })],
    [
      { ...rust, name: "y", url_template: "{code}{x}" },
      wrong({ __all__: ['"code" should be the only variable present in the URL template'] }),
    ],
    [rust, wrong({ __all__: [exists] })],
  ];
  for (const [fields, expected] of ladder) assert.equal(sim.as("dana").send("POST /realm/playgrounds", fields).body, expected);
  const refused = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  assert.equal(sim.as("alice").send("POST /realm/playgrounds").body, refused);
  assert.equal(sim.as("alice").send("DELETE /realm/playgrounds/9999").body, refused);
  assert.equal(sim.as("dana").send("DELETE /realm/playgrounds/9999").body, failure("Invalid playground"));
  assert.equal([playgrounds(sim), hear()], [before, []]);
});

test.run();
