import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const changed = [{ type: "invites_changed" }];
const listed = (sim: Simulator, as = "dana"): Event[] => sim.as(as).send("GET /invites").body.invites as Event[];
const send = (sim: Simulator, fields: Event = {}, as = "bob") =>
  sim.as(as).send("POST /invites", { invitee_emails: "finn@example.com", stream_ids: [], ...fields });

test("an invitation by mail is listed, told, sent again and taken back", () => {
  const sim = createSimulator();
  const [bob, dana, cara] = ["bob", "dana", "cara"].map((name) => listener(sim, name, ["invites_changed"]));
  const start = sim.now() / 1000;
  assert.equal(send(sim, { invite_expires_in_minutes: 60, stream_ids: [sim.channels.general!.stream_id] }).body, ok);
  assert.equal([bob!(), dana!(), cara!()], [changed, changed, []]);
  const invite = {
    id: 161,
    invited_by_user_id: sim.cast.bob!.user_id,
    invited: start,
    expiry_date: start + 3600,
    invited_as: 400,
    email: "finn@example.com",
    notify_referrer_on_join: true,
    is_multiuse: false,
  };
  assert.equal([listed(sim), listed(sim, "bob"), listed(sim, "cara")], [[invite], [invite], []]);
  sim.advance({ ms: 1_800_000 });
  assert.equal(sim.as("dana").send("POST /invites/161/resend").body, ok);
  sim.advance({ ms: 3_000_000 });
  assert.equal(
    listed(sim).map(({ expiry_date }) => expiry_date),
    [start + 1800 + 3600],
  );
  assert.equal(sim.as("cara").send("DELETE /invites/161").body, failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"));
  assert.equal(sim.as("bob").send("DELETE /invites/multiuse/161").body, failure("No such invitation"));
  const hear = listener(sim, "bob", ["invites_changed"]);
  assert.equal(sim.as("bob").send("DELETE /invites/161").body, ok);
  assert.equal([listed(sim), hear()], [[], changed]);
});

test("an invitation ends with its time, or never", () => {
  const sim = createSimulator();
  send(sim, { invite_expires_in_minutes: 1 });
  send(sim, { invitee_emails: "ever@example.com", invite_expires_in_minutes: null });
  sim.advance({ ms: 60_000 });
  assert.equal(
    listed(sim).map(({ email, expiry_date }) => [email, expiry_date]),
    [["ever@example.com", null]],
  );
});

test("a link is for who may make links, and has an address of its own", () => {
  const sim = createSimulator();
  const make = (as: string) => sim.as(as).send("POST /invites/multiuse", { invite_as: 600 }).body;
  const { invite_link, ...rest } = make("dana");
  assert.equal(rest, ok);
  assert.match(String(invite_link), /^http:\/\/localhost:9991\/join\/[0-9a-z]{24}\/$/);
  const [invite] = listed(sim);
  assert.equal([invite!.link_url, invite!.is_multiuse, invite!.invited_as, "email" in invite!], [invite_link, true, 600, false]);
  assert.equal(make("bob"), failure("Insufficient permission"));
  assert.equal(sim.as("dana").send(`DELETE /invites/multiuse/${invite!.id}`).body, ok);
  assert.equal(listed(sim), []);
});

test("addresses that cannot be invited are told one by one", () => {
  const sim = createSimulator();
  const left = { license_limit_reached: false, daily_limit_reached: false };
  const hear = listener(sim, "dana", ["invites_changed"]);
  assert.equal(send(sim, { invitee_emails: " " }).body, failure("You must specify at least one email address."));
  assert.equal(
    send(sim, { invitee_emails: "finn@example.com, finn" }).body,
    failure("Some emails did not validate, so we didn't send any invitations.", "INVITATION_FAILED", {
      errors: [["finn", "Invalid address.", false]],
      sent_invitations: false,
      ...left,
    }),
  );
  const zoe = ["zoe@example.com", "Already has an account.", true];
  assert.equal(
    send(sim, { invitee_emails: "zoe@example.com" }).body,
    failure("We weren't able to invite anyone.", "INVITATION_FAILED", { errors: [zoe], sent_invitations: false, ...left }),
  );
  assert.equal([hear(), listed(sim)], [[], []]);
  const some = send(sim, { invitee_emails: "zoe@example.com\nFinn <finn@example.com>" });
  assert.equal([some.status, some.body.code, some.body.errors, some.body.sent_invitations], [400, "INVITATION_FAILED", [zoe], true]);
  assert.equal([hear(), listed(sim).map(({ email }) => email)], [changed, ["finn@example.com"]]);
});

test("who may not invite, or not so, is refused", () => {
  const sim = createSimulator();
  const forAdministrators = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  const rows: [Event, object, string][] = [
    [{}, failure("Not allowed for guest users"), "gus"],
    [{ invite_as: 200 }, forAdministrators, "bob"],
    [{ invite_as: 100 }, failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"), "dana"],
    [{ welcome_message_custom_text: "hi" }, forAdministrators, "bob"],
    [{ stream_ids: [4711] }, failure("Invalid channel ID 4711. No invites were sent."), "bob"],
    [{ group_ids: [4711] }, failure("Invalid user group"), "bob"],
    [{ invite_as: 7 }, failure("Invalid invite_as: Value error, Not in the list of possible values"), "bob"],
  ];
  for (const [fields, expected, as] of rows) assert.equal(send(sim, fields, as).body, expected, JSON.stringify(fields));
  sim.act({ action: "set_realm", property: "can_add_subscribers_group", value: "role:administrators" });
  const general = sim.channels.general!.stream_id;
  assert.equal(send(sim, { stream_ids: [general] }).body, failure("You do not have permission to subscribe other users to channels."));
  sim.as("dana").send("POST /default_streams", { stream_id: general });
  assert.is(send(sim, { stream_ids: [general] }).status, 200);
  sim.act({ action: "set_realm", property: "can_invite_users_group", value: "role:administrators" });
  assert.equal(send(sim).body, failure("Insufficient permission"));
});

test.run();
