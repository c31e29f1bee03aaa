import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator, type SimulatorOptions, type WireResponse } from "../index.ts";

const settings = (options?: SimulatorOptions) =>
  createSimulator(options)
    .as()
    .send("GET /server_settings" as string).body;

/** A GET without credentials from a client that names itself. */
function from(sim: Simulator, userAgent: string): WireResponse {
  const request = { method: "GET", path: "/api/v1/server_settings", query: new Map(), form: new Map(), userAgent };
  return sim.exchange({ ...request, credentials: { kind: "malformed" } }) as WireResponse;
}

test("anyone reads all the fields of the specification", () => {
  assert.equal(settings(), {
    result: "success",
    msg: "",
    authentication_methods: {
      password: true,
      dev: true,
      email: true,
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      google: false,
      apple: false,
      saml: false,
      "openid connect": false,
    },
    external_authentication_methods: [],
    service_version: "12.0",
    service_feature_level: newestLevel,
    service_merge_base: "12.0",
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: "http://localhost:9991",
    realm_uri: "http://localhost:9991",
    realm_name: "Touchstone Gardens",
    realm_icon: "https://secure.gravatar.com/avatar/9ad528c46d6714991e0795e3671c5b77?d=identicon",
    realm_description: "<p>A small club that keeps a garden behind the library.</p>",
    realm_web_public_access_enabled: true,
  });
});

test("brand, level and address are those of the simulator", () => {
  const { zulip_feature_level, realm_url, realm_uri, service_version } = settings({
    brand: "zulip",
    level: 300,
    url: "https://chat.example.com",
  });
  assert.equal(
    [zulip_feature_level, realm_url, realm_uri, service_version],
    [300, "https://chat.example.com", "https://chat.example.com", undefined],
  );
  assert.equal(["realm_url" in settings({ level: 256 }), "realm_uri" in settings({ level: 256 })], [false, true]);
});

test("the fields follow the organization", () => {
  const sim = createSimulator();
  const read = () => sim.as().send("GET /server_settings").body;
  for (const [property, value] of [
    ["require_email_format_usernames", false],
    ["email_auth_enabled", false],
    ["push_notifications_enabled", true],
    ["description", "Now with **roses**"],
    ["name", "Roses"],
    ["web_public_streams_enabled", false],
  ] as const) {
    sim.act({ action: "set_realm", property, value });
  }
  const body = read();
  const { password, email, ldap } = body.authentication_methods as Record<string, boolean>;
  assert.equal([password, email, ldap], [true, false, true]);
  assert.equal([body.email_auth_enabled, body.require_email_format_usernames, body.push_notifications_enabled], [false, false, true]);
  assert.equal([body.realm_name, body.realm_description], ["Roses", "<p>Now with <strong>roses</strong></p>"]);
  assert.is(body.realm_web_public_access_enabled, false);
});

test("a root domain says nothing of the organization; on running servers it has an address", () => {
  const ofRealm = (options: SimulatorOptions) =>
    Object.entries(settings({ realm: { users: { alice: {} }, settings: { root_domain: true } }, ...options })).filter(([name]) =>
      name.startsWith("realm_"),
    );
  assert.equal(ofRealm({}), []);
  assert.equal(ofRealm({ rulings: "observed" }), [
    ["realm_url", "http://localhost:9991"],
    ["realm_uri", "http://localhost:9991"],
    ["realm_web_public_access_enabled", false],
  ]);
  const sim = createSimulator();
  sim.act({ action: "set_realm", property: "root_domain", value: true });
  const body = sim.as().send("GET /server_settings").body;
  assert.equal(["realm_name" in body, "service_feature_level" in body, "email_auth_enabled" in body], [false, true, true]);
});

test("methods of other providers are in the order in which they are displayed", () => {
  const methods = [
    { name: "saml:garden", display_name: "Garden", display_icon: null },
    { name: "oak", display_name: "Oak", display_icon: "/static/oak.png" },
  ];
  const expected = [
    { ...methods[0], login_url: "/accounts/login/social/saml/garden", signup_url: "/accounts/register/social/saml/garden" },
    { ...methods[1], login_url: "/accounts/login/social/oak", signup_url: "/accounts/register/social/oak" },
  ];
  const first = settings({ realm: { users: { alice: {} }, settings: { external_authentication_methods: methods } } });
  assert.equal(first.external_authentication_methods, expected);
  const { saml, oak, github } = first.authentication_methods as Record<string, boolean>;
  assert.equal([saml, oak, github], [true, true, false]);
  const sim = createSimulator();
  sim.act({ action: "set_realm", property: "external_authentication_methods", value: [...methods].reverse() });
  assert.equal(sim.as().send("GET /server_settings").body.external_authentication_methods, [...expected].reverse());
});

test("web-public access needs a web-public channel that is not archived", () => {
  const access = (channel: object) =>
    settings({ realm: { users: { alice: { full_name: "Alice" } }, channels: { square: channel } } }).realm_web_public_access_enabled;
  assert.equal([{}, { privacy: "web-public" }, { privacy: "web-public", archived: true }].map(access), [false, true, false]);
});

test("a client that names itself invalid is incompatible, and wrong credentials do not matter", () => {
  const sim = createSimulator();
  assert.equal(
    ["ServiceInvalid/1.0", "Service/1.0", "curl/8.0"].map((agent) => from(sim, agent).body.is_incompatible),
    [true, false, false],
  );
});

test("parameters are listed as ignored, unless the server is to do as running ones do", () => {
  const ignored = (rulings?: "observed") =>
    createSimulator(rulings && { rulings })
      .as()
      .send("GET /server_settings" as string, { junk: 1 }).body.ignored_parameters_unsupported;
  assert.equal(ignored(), ["junk"]);
  assert.is(ignored("observed"), undefined);
});

test("it answers HEAD, and no other method", () => {
  const sim = createSimulator();
  assert.is(sim.as().send("HEAD /server_settings" as string).status, 200);
  const refused = sim.as().send("POST /server_settings" as string);
  assert.equal([refused.status, refused.headers.Allow], [405, "GET, HEAD"]);
});

test("a server is of the release that its level led to", () => {
  const versionAt = (level: number) => createSimulator({ level }).as().send("GET /server_settings").body.service_version;
  const rows = [
    [1, "3.0"],
    [25, "3.0"],
    [26, "4.0"],
    [120, "5.0"],
    [372, "10.0"],
    [377, "11.0"],
    [425, "12.0"],
  ] as const;
  for (const [level, version] of rows) assert.is(versionAt(level), version, String(level));
});

test.run();
