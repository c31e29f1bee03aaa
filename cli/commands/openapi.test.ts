import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { steps } from "../../conformance/catalogue/catalogue.ts";
import { drawn, scenariosOn } from "../../conformance/generate/draw.ts";
import { oracleFor } from "../../conformance/model/oracle.ts";
import { byDay } from "../../conformance/night.test.kit.ts";
import { playedOnModel } from "../../conformance/play/play.ts";
import { embedded } from "../../conformance/targets/embedded.ts";
import { actionFields } from "../../sim/actions/index.ts";
import { listen } from "../../sim/adapters/node.ts";
import { levels, newestLevel } from "../../sim/core/levels.ts";
import { endpoints } from "../../sim/endpoints/index.ts";
import { control } from "../../sim/openapi/control.ts";
import { openApi } from "../../sim/openapi/document.ts";
import { pathOf } from "../../sim/openapi/operation.ts";
import { parameters } from "../../sim/openapi/parameters.ts";
import { replies } from "../../sim/openapi/replies.ts";
import { refusals } from "../../sim/protocol/refusals.ts";
import { support } from "../../sim/server/routes.ts";
import { createSimulator } from "../../sim/server/simulator.ts";
import { touchstone } from "../captured.test.kit.ts";

interface Answer {
  readonly content: {
    readonly "application/json": { readonly schema: object; readonly examples?: Record<string, { readonly value: unknown }> };
  };
}
type Fields = Readonly<Record<string, { readonly contentSchema?: { readonly required: unknown } }>>;

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties: Fields } }> };
  readonly responses: Record<string, Answer>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: object };
}

/** A schema that allows no fields but those it names. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  return inner.properties && inner.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}

/** Validates the answers of one document, and of nothing beside it. */
class Checked {
  readonly document: Document;
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #known = new Map<string, ValidateFunction>();
  readonly seen = new Set<string>();

  constructor(level: number, brand = "service") {
    this.document = openApi({ level, brand }) as Document;
    this.#ajv.addSchema({ components: closed(this.document.components) as object }, "document");
  }

  operation(route: string): Operation | undefined {
    const [method = ""] = route.split(" ");
    return this.document.paths[pathOf(route, "service")]?.[method.toLowerCase()];
  }

  /** Returns what is wrong with an answer; undefined where nothing is. */
  problem(route: string, status: number, body: unknown): string | undefined {
    const key = `${route} ${status}`;
    const answer = this.operation(route)?.responses[String(status)];
    if (!answer) return `${key} is not in the document: ${JSON.stringify(body)}`;
    let validate = this.#known.get(key);
    if (!validate) {
      const { schema } = answer.content["application/json"];
      validate = this.#ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/')) as object);
      this.#known.set(key, validate);
    }
    this.seen.add(key);
    return validate(body) ? undefined : `${key}: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${JSON.stringify(body).slice(0, 300)}`;
  }
}

for (const [level, brand] of [
  [newestLevel, "service"],
  [372, "zulip"],
  [1, "service"],
] as const) {
  test(`the document of level ${level} and the brand ${brand} is valid OpenAPI 3.1`, async () => {
    const { code, out } = await touchstone("openapi", "--level", String(level), "--brand", brand);
    assert.is(code, 0);
    const { valid, errors } = await new Validator().validate(JSON.parse(out));
    assert.ok(valid, JSON.stringify(errors));
    assert.match(out, `"${brand}_feature_level"`);
    for (const { api_key } of Object.values(createSimulator().cast)) assert.not.ok(out.includes(api_key));
  });
}

test("every endpoint is there, from its level on", () => {
  const routes = (level: number) =>
    Object.entries(new Checked(level).document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  assert.equal(routes(newestLevel).sort(), endpoints.map(({ route }) => route).sort());
  for (const { route, since } of endpoints) {
    assert.is(routes(since === undefined ? 1 : levels[since]).includes(route), true, route);
    if (since !== undefined) assert.is(routes(levels[since] - 1).includes(route), false, route);
  }
});

test("what is said of parameters, replies and refusals is said of endpoints that there are", () => {
  const known = new Map(endpoints.map(({ route, params }) => [route, params]));
  for (const route of [...Object.keys(replies), ...Object.keys(refusals)]) assert.ok(known.has(route), route);
  const all = new Map([...known, ...support.map(({ route, params }) => [route, params] as const)]);
  for (const [route, about] of Object.entries(parameters))
    for (const name of Object.keys(about)) assert.ok(Object.hasOwn(all.get(route) ?? {}, name), `${route} ${name}`);
});

test("every answer of generated scenarios is in the document of its level, with all its fields, and each endpoint has a success", async () => {
  const seen = new Set<string>();
  const specified = new Set<string>(endpoints.map(({ route }) => route));
  for (const level of byDay([newestLevel, 200], [newestLevel, 350, 200, 60])) {
    const checked = new Checked(level);
    const oracle = await oracleFor(embedded({ realm: "crowded", level }));
    const all = scenariosOn(oracle, 40);
    for (let i = 0; i < byDay(20, 60); i++) {
      for (const { step, sent, expected } of playedOnModel(drawn(all, 7, i), { oracle, suffix: "", choices: {} })) {
        const { route, action } = steps.get(step.op)!;
        const operation = route.replace("{provider}", "vc");
        if (action || !specified.has(operation) || expected.status === 404) continue;
        assert.is(
          checked.problem(operation, expected.status, expected.text === undefined ? expected.body : JSON.parse(expected.text)),
          undefined,
        );
        if (expected.body.result !== "success") continue;
        const { parameters: inUrl = [], requestBody } = checked.operation(operation)!;
        const inForm = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties));
        const known = new Set([
          ...inUrl.map(({ name }) => name),
          ...inForm,
          ...((expected.body.ignored_parameters_unsupported ?? []) as string[]),
        ]);
        if (level >= 167)
          for (const [name, value] of Object.entries(sent.fields))
            assert.ok(value === undefined || known.has(name), `${operation} ${name} at ${level}`);
      }
    }
    for (const key of checked.seen) seen.add(key);
  }
  for (const { route } of endpoints) assert.ok(seen.has(`${route} 200`), route);
});

test("examples are as their schemas have them: each endpoint has one of a success, and of refusals", () => {
  for (const level of [newestLevel, 200]) {
    const checked = new Checked(level);
    for (const { route } of endpoints) {
      const found = Object.entries(checked.operation(route)?.responses ?? {}).flatMap(([status, { content }]) =>
        Object.values(content["application/json"].examples ?? {}).map(({ value }) => [Number(status), value] as const),
      );
      for (const [status, value] of found) assert.is(checked.problem(route, status, value), undefined);
      if (checked.operation(route)) assert.ok(checked.seen.has(`${route} 200`), route);
    }
  }
});

test("--support adds what servers have beside the endpoints, and the document stays valid", async () => {
  for (const level of [newestLevel, 100]) {
    const { out } = await touchstone("openapi", "--support", "--level", String(level));
    const document = JSON.parse(out) as Document;
    const { valid, errors } = await new Validator().validate(JSON.parse(out));
    assert.ok(valid, JSON.stringify(errors));
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
    assert.is(new Set(shapes).size, shapes.length);
    const { paths } = document;
    const form = paths["/register"]!.post!.requestBody!.content["application/x-www-form-urlencoded"]!.schema.properties;
    for (const name of ["event_types", "fetch_event_types", "client_capabilities", "include_subscribers"]) assert.ok(name in form, name);
    const { contentSchema } = form.client_capabilities!;
    assert.equal(contentSchema?.required, ["notification_settings_null"]);
    assert.ok(paths["/events"]!.get && paths["/events"]!.delete && paths["/messages"]!.post);
    assert.ok(paths["/users/{user_id_or_email}"]!.get && paths["/messages/{message_id}"]!.patch && paths["/messages/{message_id}"]!.get);
    for (const { route } of control.filter(({ steers }) => steers)) {
      const [method = "", path = ""] = route.split(" ");
      assert.ok(paths[`/_control${path}`]![method.toLowerCase()], route);
    }
  }
  const plain = JSON.parse((await touchstone("openapi")).out) as Document;
  assert.not.ok("/register" in plain.paths || "/_control/clock" in plain.paths);
});

test("the control API of a simulator takes what the document says, and nothing else", async () => {
  const server = await listen(createSimulator());
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  };
  const { id } = (await post("/_control/snapshots", {})).body;
  assert.type(id, "string");
  assert.is((await post(`/_control/snapshots/${id}/restore`, {})).status, 200);
  assert.is((await post("/_control/clock", { advance_ms: 5 })).status, 200);
  for (const [action, fields] of Object.entries(actionFields)) {
    const required = Object.entries(fields).filter(([, { isOptional }]) => !isOptional);
    const { status, body } = await post("/_control/actions", { action, nonsense: 1 });
    assert.is(status, 400, action);
    assert.match(String(body.msg), /nonsense/);
    if (required.length === 0) continue;
    const missing = await post("/_control/actions", { action });
    assert.is(missing.status, 400, action);
    assert.match(String(missing.body.msg), new RegExp(`\\b${required[0]![0]}\\b`));
  }
  await server.close();
});

test("a level that there is not gets one line on stderr", async () => {
  const { code, err } = await touchstone("openapi", "--level", "9999");
  assert.is(code, 2);
  assert.match(err, /^touchstone openapi: .*--level/);
});

test.run();
