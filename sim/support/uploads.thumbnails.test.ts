import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { fetchFor } from "../adapters/fetch.ts";
import { listen } from "../adapters/node.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224]);
const upload = (sim: Simulator, name = "tree.png", bytes = png): string =>
  String(sim.as("alice").send("POST /user_uploads", {}, [{ name, type: "image/png", bytes }]).body.url);
const say = (sim: Simulator, content: string): number =>
  Number(sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "trees", content }).body.id);
const html = (sim: Simulator, id: number): string => String((sim.as("bob").send(`GET /messages/${id}`).body.message as Event).content);
const isWaiting = (text: string): boolean => text.includes("image-loading-placeholder");

test("a picture is there in small after a moment of the clock, and clients hear of it", () => {
  const sim = createSimulator();
  const url = upload(sim);
  const id = say(sim, `[tree](${url}) and ![tree](${url})`);
  const hear = listener(sim, "bob", ["update_message"]);
  assert.ok(isWaiting(html(sim, id)));
  sim.advance({ ms: 999 });
  assert.equal(hear(), []);
  sim.advance({ ms: 1 });
  const shown = html(sim, id);
  const [event, ...others] = hear();
  assert.equal(event, {
    type: "update_message",
    user_id: null,
    edit_timestamp: Math.floor(sim.now() / 1000),
    message_id: id,
    message_ids: [id],
    rendering_only: true,
    stream_name: "general",
    stream_id: sim.channels.general!.stream_id,
    content: `[tree](${url}) and ![tree](${url})`,
    rendered_content: shown,
    is_me_message: false,
    flags: [],
  });
  assert.equal(others, []);
  const small = `${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/840x560.webp`;
  const data = 'data-original-content-type="image/png" data-original-dimensions="640x480"';
  assert.ok(shown.includes(`<a href="${url}" title="tree"><img ${data} src="${small}"></a>`), shown);
  assert.ok(shown.includes(`<img alt="tree" class="inline-image" ${data} data-original-src="${url}" src="${small}">`), shown);
  assert.is(sim.as("alice").send(`GET /messages/${id}/history`).status, 200);
});

test("whether a picture is there in small can be asked for, by who may see it", () => {
  const sim = createSimulator();
  const status = (url: string, as = "alice") => sim.as(as).send(`GET ${url.replace("user_uploads", "thumbnail/status")}`);
  const url = upload(sim);
  const shown = () => status(url).body.has_thumbnail;
  const before = shown();
  say(sim, `[tree](${url})`);
  sim.advance({ ms: 1000 });
  assert.equal([before, shown()], [false, true]);
  assert.is(status(upload(sim), "bob").status, 403);
  assert.is(status(upload(sim, "a.txt", new Uint8Array([65]))).body.msg, "This file is not an image.");
});

test("who shows a picture later shows it in small at once, and what is no picture waits for nothing", () => {
  const sim = createSimulator();
  const [picture, other] = [upload(sim), upload(sim, "note.png", Uint8Array.from([1, 2, 3]))];
  sim.advance({ ms: 1000 });
  assert.equal([isWaiting(html(sim, say(sim, `![x](${picture})`))), isWaiting(html(sim, say(sim, `![x](${other})`)))], [false, true]);
  const gone = createSimulator();
  upload(gone);
  const { attachments } = gone.as("alice").send("GET /attachments").body as { attachments: Event[] };
  gone.as("alice").send(`DELETE /attachments/${attachments[0]!.id}`);
  gone.advance({ ms: 1000 });
  const old = createSimulator({ level: 275 });
  const id = say(old, `[x](${upload(old)})`);
  old.advance({ ms: 5000 });
  assert.ok(isWaiting(html(old, id)));
});

test("the small picture is handed to those who see the picture", async () => {
  const sim = createSimulator();
  const url = upload(sim);
  say(sim, `[tree](${url})`);
  sim.advance({ ms: 1000 });
  const ask = (name?: string) => {
    const member = name === undefined ? undefined : sim.cast[name]!;
    const headers = member ? { Authorization: `Basic ${btoa(`${member.email}:${member.api_key}`)}` } : undefined;
    return fetchFor(sim)(`http://x${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/840x560.webp`, headers && { headers });
  };
  assert.equal([(await ask("bob")).status, (await ask("bob")).headers.get("content-type"), (await ask()).status], [200, "image/png", 401]);
});

test("with a clock that goes by itself a poll that is held already hears of it in time", async () => {
  const sim = createSimulator();
  const { url: base, close } = await listen(sim, { clock: "real" });
  const { email, api_key } = sim.cast.alice!;
  const headers = { Authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  const send = async (path: string, fields: Record<string, string> | FormData): Promise<Event> =>
    (
      await fetch(`${base}/api/v1${path}`, {
        method: "POST",
        headers,
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      })
    ).json();
  const { queue_id } = await send("/register", { event_types: '["update_message"]' });
  const poll = fetch(`${base}/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, { headers }).then((answer) => answer.json());
  const form = new FormData();
  form.set("file", new File([png], "tree.png", { type: "image/png" }));
  const { url } = await send("/user_uploads", form);
  await send("/messages", { type: "channel", to: "general", topic: "trees", content: `[x](${url})` });
  const { events } = (await poll) as { events: Event[] };
  assert.equal(
    events.map(({ type, rendering_only }) => [type, rendering_only]),
    [["update_message", true]],
  );
  await close();
});

test.run();
