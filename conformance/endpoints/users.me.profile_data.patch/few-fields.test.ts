import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../../check/check.ts";
import type { Body } from "../../client/json.ts";
import type { Outgoing, Target } from "../../client/target.ts";
import { embedded } from "../../targets/embedded.ts";

/** A target whose only profile field that its users may edit is of short text, and that adds none. @param sent what it reads of a request */
function ofShortText(target: Target, sent: (request: Outgoing) => Outgoing): Target {
  const { kind, url, level, brand, cast, channels, namespace } = target;
  const isShort = ({ type }: Body): boolean => type === 1;
  return {
    ...{ kind, url, level, brand, cast, channels, namespace, steering: undefined },
    send: async (request) => {
      const reply = await target.send(sent(request));
      const fields = reply?.body.custom_profile_fields;
      return reply && Array.isArray(fields) ? { ...reply, body: { ...reply.body, custom_profile_fields: fields.filter(isShort) } } : reply;
    },
    isolated: () => ofShortText(target.isolated(), sent),
    close: async () => {},
  };
}

/** A request to store values without those that are null. */
function keepingNulls(request: Outgoing): Outgoing {
  const { data } = request.fields;
  if (request.path !== "/users/me/profile_data" || !Array.isArray(data)) return request;
  return { ...request, fields: { data: data.filter(({ value }) => value !== null) } };
}

test("null is tried on a server that has a field of short text and no other", async () => {
  const only = ["users.me.profile_data.patch/byNull"];
  const said = async (sent: (request: Outgoing) => Outgoing) => {
    const { properties } = await check({ target: ofShortText(embedded(), sent), only, seed: 1, tries: 0, runs: 0, shrink: false });
    return properties.map(({ verdict, reason }) => [verdict, reason]);
  };
  assert.equal(await said((request) => request), [["agrees", undefined]]);
  assert.equal(await said(keepingNulls), [["differs", 'the value after null was sent is "short", not nothing']]);
});

test.run();
