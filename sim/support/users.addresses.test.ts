import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const set = (sim: Simulator, fields: Event, as = "owen") => sim.as(as).send("PATCH /realm", fields);

test("an account gets another address: by itself once it is confirmed, by an administrator at once, and logs in with it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_user"]);
  const change = (fields: Event, as = "alice") => sim.as(as).send("PATCH /settings", fields).body;
  const user_id = sim.cast.alice!.user_id;
  const heard = () => hear().map(({ person }) => Object.values(person as Event)[1]);
  assert.equal(change({ email: "alix@example.com" }), { result: "success", msg: "" });
  assert.equal([heard(), sim.as("alice").send("GET /users/me").body.delivery_email], [[], "alice@example.com"]);
  sim.act({ action: "confirm_email", as: "alice" });
  assert.equal(heard(), ["alix@example.com", "G", "alix@example.com"]);
  assert.throws(() => sim.act({ action: "confirm_email", as: "alice" }), /^confirm_email: as: alice has asked for no other address$/);
  assert.is(sim.as("alice").send("GET /users/me").body.delivery_email, "alix@example.com");
  assert.equal(change({ email: "bob@example.com" }), failure("Already has an account."));
  assert.equal(change({ email: "nobody" }), failure("Enter a valid email address."));
  assert.is(sim.as("dana").send(`PATCH /users/${user_id}`, { new_email: "alice@example.org" }).status, 200);
  assert.equal(heard(), ["alice@example.org", "G", "alice@example.org"]);
  assert.equal(change({ email: "bea@example.com" }), { result: "success", msg: "" });
  sim.as("dana").send(`PATCH /users/${sim.cast.bob!.user_id}`, { new_email: "bea@example.com" });
  assert.throws(() => sim.act({ action: "confirm_email", as: "alice" }), /^confirm_email: Already has an account\.$/);
  const robo = sim.cast.robo!.user_id;
  assert.equal(
    sim.as("alice").send(`PATCH /users/${robo}`, { new_email: "robi@example.org" }).body,
    failure("User not authorized to change user emails"),
  );
});

test("names and addresses stay where the organization says so, but for administrators", () => {
  const sim = createSimulator();
  set(sim, { name_changes_disabled: true, email_changes_disabled: true });
  const change = (fields: Event, as: string) => sim.as(as).send("PATCH /settings", fields).body;
  assert.equal(change({ email: "alix@example.com" }, "alice"), failure("Email address changes are disabled in this organization."));
  change({ full_name: "Alix" }, "alice");
  change({ full_name: "Dan", email: "dan@example.com" }, "dana");
  const name = (as: string) => sim.as(as).send("GET /users/me").body.full_name;
  assert.equal([name("alice") === "Alix", name("dana")], [false, "Dan"]);
});

test("where addresses are restricted to domains, nobody gets or is invited at another", () => {
  const sim = createSimulator();
  const add = (email: string) =>
    sim.as("owen").send("POST /users", { email, password: "tomatoes and beans", full_name: `Name of ${email.replace("@", " ")}` }).body;
  const refused = {
    bare: failure("Email 'finn@example.org' not allowed in this organization"),
    plus: failure("Email addresses containing + are not allowed."),
  };
  set(sim, { emails_restricted_to_domains: true });
  assert.equal(
    [add("finn@example.org"), add("finn@beds.example.com"), add("finn+x@example.com")].map(({ msg }) => msg),
    [refused.bare.msg, "Email 'finn@beds.example.com' not allowed in this organization", refused.plus.msg],
  );
  const change = (email: string) => sim.as("alice").send("PATCH /settings", { email }).body;
  assert.equal(
    [change("alice@example.org"), change("bob@example.org"), change("a+b@example.com")],
    [failure("Outside your domain."), failure("Outside your domain."), refused.plus],
  );
  const bob = `PATCH /users/${sim.cast.bob!.user_id}`;
  assert.equal(sim.as("dana").send(bob, { new_email: "bob@example.org" }).body, failure("Outside your domain."));
  const invited = sim
    .as("owen")
    .send("POST /invites", { invitee_emails: "finn@example.org, fay@example.com, f+y@example.com", stream_ids: [] }).body;
  assert.equal(
    [invited.msg, invited.errors],
    [
      "Some emails did not validate, so we didn't send any invitations.",
      [
        ["finn@example.org", "Outside your domain.", false],
        ["f+y@example.com", "Email addresses containing + are not allowed.", false],
      ],
    ],
  );
  for (const email of ["finn@Example.com", "fay@garden.example.org", "fee@beds.garden.example.org"])
    assert.is(add(email).result, "success", email);
  set(sim, { emails_restricted_to_domains: false });
  for (const email of ["finn@example.org", "finn+x@example.com"]) assert.is(add(email).result, "success", email);
});

test("where anybody may join, no address will do that is thrown away after use, unless the organization takes these too", () => {
  const sim = createSimulator();
  const mail = (name: string) => `${name}@Mailinator.com`;
  const told = () => [
    sim.as("owen").send("POST /users", { email: mail("finn"), password: "tomatoes and beans", full_name: "Finn" }).body.msg,
    sim.as("owen").send("POST /invites", { invitee_emails: mail("fay"), stream_ids: [] }).body.errors,
    sim.as("alice").send("PATCH /settings", { email: mail("alice") }).body.msg,
    sim.as("dana").send(`PATCH /users/${sim.cast.bob!.user_id}`, { new_email: mail("bob") }).body.msg,
  ];
  const real = "Please use your real email address.";
  assert.equal(told(), ["Disposable email addresses are not allowed in this organization", [[mail("fay"), real, false]], real, real]);
  set(sim, { emails_restricted_to_domains: true });
  assert.is(told()[2], "Outside your domain.");
  sim.as("owen").send("POST /realm/domains", { domain: "mailinator.com", allow_subdomains: false });
  assert.is(sim.as("alice").send("PATCH /settings", { email: mail("alice") }).body.msg, "");
  set(sim, { emails_restricted_to_domains: false, disallow_disposable_email_addresses: false });
  assert.equal(told(), ["", undefined, "", ""]);
});

test("an account is changed by its address too", () => {
  const sim = createSimulator();
  const change = (address: string, fields: Event, as = "dana") => sim.as(as).send(`PATCH /users/${address}`, fields);
  assert.is(change("bob@example.com", { full_name: "Robert" }).status, 200);
  assert.is(sim.as("bob").send("GET /users/me").body.full_name, "Robert");
  assert.equal(change("bob@example.com", { full_name: "x" }).body, failure("Name too short!"));
  assert.equal(change("nobody@example.com", {}).body, failure("No such user"));
  assert.equal(change("bob@example.com", {}, "cara").body, failure("Insufficient permission"));
});

test.run();
