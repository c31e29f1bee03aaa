import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Body } from "../client/json.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { embedded } from "../targets/embedded.ts";
import { check } from "./check.ts";

/** Sentences on servers whose mistakes are known, as a reader takes them who knows nothing of the check. */

type Send = (request: Outgoing, sent: Target["send"]) => Promise<Reply | undefined>;

/** A target that answers some requests in another way. */
function mistaken(target: Target, send: Send): Target {
  const { kind, url, level, brand, cast, channels, namespace, steering, like } = target;
  return {
    ...{ kind, url, level, brand, cast, channels, namespace, steering, like },
    send: (request) => send(request, (each) => target.send(each)),
    isolated: () => mistaken(target.isolated(), send),
    close: async () => {},
  };
}

const target = embedded();

/** Returns what is said of a server by the first of some results that differs. */
async function saidOf(send: Send, ...only: readonly string[]): Promise<string> {
  const report = await check({ target: mistaken(target, send), only, seed: 1, tries: 0, runs: 0, shrink: false });
  return report.properties.find(({ verdict }) => verdict === "differs")?.reason ?? "nothing";
}

const without = ({ fields, ...request }: Outgoing, name: string): Outgoing => {
  const { [name]: _, ...others } = fields;
  return { ...request, fields: others };
};

const success: Body = { result: "success", msg: "" };

test("a request that does nothing is said to be answered with success and to change nothing", async () => {
  const idle: Send = async (request, sent) => {
    const reply = await sent(
      request.method === "DELETE" && request.path.startsWith("/messages/") ? { ...request, method: "GET" } : request,
    );
    return reply && request.method === "DELETE" && reply.body.result === "success" ? { ...reply, body: success } : reply;
  };
  const said = await saidOf(idle, "authentication.none/messages-id.delete");
  assert.match(said, /^DELETE \/messages\/\d+ is answered with success and changes nothing$/);
});

test("of a parameter that removes it is said what it removed", async () => {
  const keeping =
    (name: string): Send =>
    (request, sent) =>
      sent(request.path.endsWith("/members") ? without(request, name) : request);
  const said = await saidOf(keeping("delete_subgroups"), "user_groups-id.members.post.text/delete_subgroups");
  assert.match(said, /^what delete_subgroups removed is \[\], not \[\d+\]$/);
  const listed = await saidOf(keeping("delete"), "conventions.lists/user_groups-id.members.post");
  assert.match(listed, /^what delete removed in POST \/user_groups\/\{user_group_id\}\/members with delete=.* is \[\], not \[/s);
});

test("a page that begins with its anchor is said to be asked for without it", async () => {
  const including: Send = (request, sent) => sent(without(request, "include_anchor"));
  const said = await saidOf(including, "messages.get.anchors/firstUnread");
  assert.match(said, /^the page with anchor=(\d+) and include_anchor=false begins with \1$/);
});

test.run();
