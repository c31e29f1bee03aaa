// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import type { Browser, Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge } from "../../judge/index.ts";
import { createSimulator } from "../../server/simulator.ts";
import { hasChromium, openChromium } from "../chromium.test.kit.ts";
import { listen } from "../node.ts";
import { Serving } from "../serving.test.kit.ts";

interface Context {
  browser: Browser;
  server: Serving;
  page: Page;
  /** The page's complaints, and requests that left the server. */
  complaints: string[];
}

const test = suite<Context>("the inspector in a browser");

test.before(async (context) => {
  context.browser = await openChromium();
});
test.after(({ browser }) => browser.close());

test.before.each(async (context) => {
  const sim = createSimulator();
  context.server = new Serving(sim, await listen(sim, { judge: judge(sim) }));
  context.complaints = [];
});
test.after.each(async ({ server, page }) => {
  await page.close();
  await server.close();
});

/** A test at whose end the page has complained of nothing. */
const quietly = (name: string, work: (context: Context) => Promise<void>): void =>
  test(name, async (context) => {
    await work(context);
    assert.equal(context.complaints, []);
  });

interface Look {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  /** Address of the server or of a world. */
  readonly url?: string;
}

async function open(context: Context, { width = 1280, colorScheme = "light", url = context.server.url }: Look = {}): Promise<Page> {
  const { browser, server, complaints } = context;
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  page.setDefaultTimeout(5000);
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (problem) => complaints.push(problem.message));
  page.on(
    "request",
    (request) => request.url().startsWith(server.url) || request.url().startsWith("data:") || complaints.push(request.url()),
  );
  await page.goto(`${url}/_control/`);
  await page.locator("#cast-list li b").first().waitFor({ state: "attached" });
  context.page = page;
  return page;
}

const say = (server: Serving, content: string, topic = "soup") =>
  server.ask("alice", "POST /messages", { type: "channel", to: "general", topic, content });

const told = (page: Page, line: string) => page.locator("#told", { hasText: line }).waitFor();
const message = (page: Page, content: string) => page.locator("#messages li", { hasText: content });
const exchange = (page: Page, text: string) => page.locator("#journal-list li", { hasText: text });

/** Returns by how much the content is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

quietly("what clients send shows at once, in the journal and in its channel", async (context) => {
  const { server } = context;
  const page = await open(context);
  assert.is(await message(page, "Hot and ready").count(), 0);
  await say(server, "Hot and **ready**");
  await exchange(page, "content=Hot and **ready**").waitFor();
  await message(page, "Hot and ready").waitFor();
  assert.is(await message(page, "Hot and ready").locator("strong").textContent(), "ready");
  await exchange(page, "Hot and **ready**").locator("summary").click();
  const whole = JSON.parse((await exchange(page, "Hot and **ready**").locator("pre").textContent()) ?? "");
  assert.equal([whole.as, whole.request.path, whole.response.status], ["alice", "/api/v1/messages", 200]);
  await say(server, "Elsewhere", "compost");
  await page.getByRole("button", { name: "compost", exact: true }).click();
  await message(page, "Elsewhere").waitFor();
  await message(page, "Hot and ready").waitFor({ state: "detached" });
});

quietly("a refused request says what decided it", async (context) => {
  const { server } = context;
  const page = await open(context);
  await server.ask("alice", "POST /messages", { type: "channel", to: "nowhere", topic: "soup", content: "hi" });
  await exchange(page, "to=nowhere").locator("summary").click();
  const line = await exchange(page, "to=nowhere").locator(".decided").textContent();
  assert.is(line, "refused: to: there is no channel with this name (Errors)");
});

quietly("content that would do something does nothing", async (context) => {
  const { server } = context;
  const page = await open(context);
  await say(server, '<img src=x onerror="document.title=1"> [here](javascript:alert(1)) https://elsewhere.example/a.png $$x^2$$ :smile:');
  await message(page, "onerror").waitFor();
  assert.is(await page.title(), "touchstone");
  assert.match((await message(page, "onerror").textContent()) ?? "", /x\^2 😄/u);
  assert.equal(
    await page.$$eval("#messages a", (links) => links.map((link) => new URL((link as HTMLAnchorElement).href).protocol)),
    await page.$$eval("#messages a", (links) => links.map(() => "https:")),
  );
});

quietly("the clock is frozen, moved on and set", async (context) => {
  const { server } = context;
  const page = await open(context);
  const now = () => page.locator("#now").getAttribute("datetime");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("#mode", { hasText: "running" }).waitFor();
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.locator("#mode", { hasText: "frozen" }).waitFor();
  const before = server.sim.now();
  await page.getByRole("button", { name: "+10 min" }).click();
  await told(page, "The clock went 10 min on.");
  assert.is(server.sim.now(), before + 600_000);
  await page.getByLabel("Duration to advance by").fill("1.5h");
  await page.keyboard.press("Enter");
  await told(page, "1.5h");
  assert.is(server.sim.now(), before + 6_000_000);
  await page.getByLabel("Duration to advance by").fill("soon");
  await page.keyboard.press("Enter");
  await told(page, "“soon” is no duration such as 90s, 15 min, 2h or 1d.");
  await page.getByLabel("Instant to set the clock to").fill("2027-01-01T00:00:00Z");
  await page.keyboard.press("Enter");
  await page.locator("#now", { hasText: "2027-01-01 00:00:00" }).waitFor();
  assert.equal([await now(), server.sim.instant], ["2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
});

quietly("a snapshot is taken and restored, and the page goes back with the state", async (context) => {
  const { server } = context;
  const page = await open(context);
  await say(server, "Before");
  await page.getByRole("button", { name: "Take" }).click();
  await page.locator("#snapshot-list li", { hasText: "#1" }).waitFor();
  await say(server, "After");
  await message(page, "After").waitFor();
  await page.getByRole("button", { name: "Restore snapshot 1" }).click();
  await told(page, "Snapshot 1 is restored.");
  await message(page, "After").waitFor({ state: "detached" });
  assert.is(await message(page, "Before").count(), 1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset" }).click();
  await message(page, "Before").waitFor({ state: "detached" });
  await page.locator("#journal-list", { hasText: "No request yet" }).waitFor();
});

quietly("a fault is added, hits what it names, and is gone; another is cleared", async (context) => {
  const { server } = context;
  const page = await open(context);
  await page.getByLabel("Route").fill("POST /messages");
  await page.getByRole("combobox", { name: "By", exact: true }).selectOption("alice");
  await page.getByRole("button", { name: "Add" }).click();
  await page.locator("#fault-list", { hasText: "POST /messages by alice: answers 502" }).waitFor();
  assert.is((await say(server, "Lost")).status, 502);
  await exchange(page, "502").locator(".badge", { hasText: "fault" }).waitFor();
  await page.locator("#fault-list", { hasText: "Nothing goes wrong on purpose." }).waitFor();
  assert.is((await say(server, "Found")).status, 200);
  await page.getByLabel("Route").fill("POST /mesages");
  await page.getByRole("button", { name: "Add" }).click();
  await told(page, 'match.route: got "POST /mesages", expected a route such as');
  await page.getByLabel("Route").fill("");
  await page.getByRole("combobox", { name: "What", exact: true }).selectOption("drop");
  await page.getByRole("button", { name: "Add" }).click();
  await page.locator("#fault-list", { hasText: "every route by alice: cuts the connection" }).waitFor();
  await page.getByRole("button", { name: "Clear fault" }).click();
  await page.locator("#fault-list", { hasText: "Nothing goes wrong on purpose." }).waitFor();
  assert.equal(server.sim.faults.list, []);
  // The failed form is a complaint of the browser about the status 400, and wanted here.
  context.complaints = context.complaints.filter((line) => !line.includes("400"));
});

quietly("queues show what waits in them and whether a poll is held, and end with the clock", async (context) => {
  const { server } = context;
  const page = await open(context);
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const queue = page.locator("#queue-list li", { hasText: String(queue_id) });
  await queue.filter({ hasText: "0 events" }).waitFor();
  const poll = server.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  await queue.filter({ hasText: "poll held" }).waitFor();
  await say(server, "Bell");
  await poll;
  await queue.filter({ hasText: "idle" }).filter({ hasText: "1 event" }).waitFor();
  await queue.locator("summary").click();
  await queue.locator("pre", { hasText: '"content":"Bell"' }).waitFor();
  await page.getByRole("button", { name: "+10 min" }).click();
  await page.locator("#queue-list", { hasText: "No client has registered a queue." }).waitFor();
});

quietly("the judge has a place where one judges", async (context) => {
  const { server } = context;
  const page = await open(context);
  await page.locator("#finding-list", { hasText: "No client did anything wrong." }).waitFor();
  await server.ask("alice", "POST /messages", { type: "channel", to: "general", topic: "soup", content: "x", colour: "red" });
  await page.locator("#finding-list li", { hasText: "colour" }).waitFor();
});

quietly("everything fits windows of both sizes, and is reached with the keyboard", async (context) => {
  const { server } = context;
  await say(server, `${"wide".repeat(80)}\n\`\`\`\n${"code ".repeat(80)}\n\`\`\`\n| a | b |\n|--|--|\n| ${"cell".repeat(60)} | b |`);
  await server.ask("alice", "POST /register", { event_types: ["message", "reaction", "typing", "presence", "subscription", "stream"] });
  for (const width of [375, 1280]) {
    const page = await open(context, { width });
    if (width === 375)
      for (const name of ["Lanes", "Channels", "Faults", "Send", "Snapshots", "Queues", "Cast", "Journal"]) {
        await page.getByRole("tab", { name }).click();
        assert.is(await page.locator("main section:visible").count(), 1);
        assert.is(await overflow(page), 0, name);
      }
    await exchange(page, "wide").locator("summary").click();
    await exchange(page, "wide").locator("pre").waitFor();
    assert.is(await overflow(page), 0, `${width}`);
    await page.locator("h1").click();
    await page.keyboard.press("Tab");
    assert.is(await page.evaluate(() => document.activeElement?.id), "coverage-link");
    if (width === 375) await page.close();
  }
});

quietly("names as long as they may be fit, and a script in one is a name", async (context) => {
  const { server } = context;
  const name = '"><img src=x onerror=document.title=1>'.padEnd(60, "W");
  server.sim.act({ action: "create_channel", name, as: "alice", subscribers: ["alice"] });
  await server.ask("alice", "POST /messages", { type: "channel", to: name, topic: "T".repeat(60), content: "x" });
  const page = await open(context, { width: 375 });
  await page.getByRole("tab", { name: "Channels" }).click();
  await page.locator("#channels button", { hasText: "onerror" }).click();
  await page.locator("#topics button", { hasText: "TTTT" }).waitFor();
  assert.equal([await overflow(page), await page.title()], [0, "touchstone"]);
});

quietly("a fault says all that it waits for, and a filter that nothing fits says so", async (context) => {
  const { server } = context;
  const page = await open(context);
  server.sim.faults.add({ match: { held: true, as: "bob" }, after: 3, probability: 0.5, then: { status: 504 } });
  await say(server, "Hot");
  await page.locator("#fault-list", { hasText: "held polls by bob, after 3 more, with chance 0.5: answers 504" }).waitFor();
  await exchange(page, "Hot").waitFor();
  await page.locator("#journal-filter").fill("cold");
  await page.locator("#journal-list", { hasText: "No exchange fits." }).waitFor();
});

quietly("an exchange of long ago is found, copied as curl, changed and sent again", async (context) => {
  const { server } = context;
  await say(server, "The first of many");
  for (let i = 0; i < 150; i++) server.sim.as("bob").send("GET /users/me");
  const page = await open(context);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const count = (text: string) => page.locator("#journal-count", { hasText: text }).waitFor();
  await count("52 to 151 of 151");
  await page.getByRole("button", { name: "Older" }).click();
  await count("1 to 51 of 151");
  await exchange(page, "The first of many").waitFor();
  await page.getByRole("button", { name: "Newer" }).click();
  await count("52 to 151 of 151");
  await page.getByLabel("Filter the journal").fill("first many");
  await count("1 of 151 fit");
  await exchange(page, "The first of many").locator("summary").click();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await told(page, "Copied a curl line.");
  const { email, api_key } = server.sim.cast.alice!;
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, `curl -u ${email}:${api_key} ${server.url}/api/v1/messages --data-urlencode 'type=channel'`);
  await page.getByRole("button", { name: "Edit and send" }).click();
  const fields = page.getByLabel("Fields, one a line");
  await fields.fill((await fields.inputValue()).replace("The first of many", "Once more"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator("#answer", { hasText: '"result": "success"' }).waitFor();
  await message(page, "Once more").locator("summary", { hasText: "JSON" }).click();
  await message(page, "Once more").locator("pre", { hasText: '"sender_email": "alice@example.com"' }).waitFor();
});

quietly("a list is one tab stop, arrows go on within it, and the clock goes to the next event", async (context) => {
  const { server } = context;
  for (let i = 0; i < 5; i++) await say(server, `Line ${i}`);
  await server.ask("bob", "POST /register", { event_types: ["message"] });
  const page = await open(context);
  const inFocus = () => page.evaluate(() => document.activeElement?.closest("li")?.querySelector(".brief")?.textContent ?? "");
  const stops = (list: string) => page.locator(`${list} :is(summary, button, pre)[tabindex="0"]`).count();
  await page.locator("#journal-list summary").first().focus();
  await page.keyboard.press("End");
  assert.match(await inFocus(), "content=Line 0");
  await page.keyboard.press("ArrowUp");
  assert.match(await inFocus(), "content=Line 1");
  await page.keyboard.press("Enter");
  await exchange(page, "Line 1").locator("pre").waitFor();
  await page.keyboard.press("ArrowRight");
  assert.is(await page.evaluate(() => document.activeElement?.textContent), "Copy as curl");
  assert.equal([await stops("#journal-list"), await stops("#messages"), await stops("#cast-list"), await stops("#channels")], [1, 1, 1, 1]);
  await page.keyboard.press("Tab");
  assert.is(await page.evaluate(() => document.activeElement?.id), "lanes-drawing");
  await page.getByRole("button", { name: "Next: end of a queue" }).click();
  await told(page, "The clock went on to the next end of a queue.");
  await page.getByRole("button", { name: "Nothing is due" }).waitFor();
});

quietly("the inspector of a world asks that world alone, and leads to its coverage and back", async (context) => {
  const { server } = context;
  const { url, control } = (await server.control("POST /worlds", {})).body as { url: string; control: string };
  context.complaints = [];
  const page = await open(context, { url });
  page.on("request", (request) => request.url().startsWith(url) || context.complaints.push(request.url()));
  await page.getByLabel("Method and path").fill("POST /messages");
  await page.getByLabel("Fields, one a line").fill("type=channel\nto=general\ntopic=soup\ncontent=In a world");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await message(page, "In a world").waitFor();
  await exchange(page, "In a world").locator("summary").click();
  await page.getByRole("button", { name: "Take" }).click();
  await told(page, "A snapshot is taken.");
  assert.is(server.sim.transcript.length, 0);
  await page.getByRole("link", { name: "Coverage" }).click();
  await page.locator("summary", { hasText: "POST /messages" }).click();
  await page.locator("dd .met", { hasText: "content" }).waitFor();
  assert.is(page.url(), `${control}/coverage.html`);
  await page.getByRole("link", { name: "Inspector" }).click();
  await message(page, "In a world").waitFor();
});

quietly("it is light or dark as the system is", async (context) => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await open(context, { width: 800, colorScheme: "dark" });
  assert.is(await background(dark), "rgb(17, 21, 27)");
  await dark.close();
  assert.is(await background(await open(context, { width: 800 })), "rgb(243, 245, 248)");
});

quietly("the newest exchanges are drawn as lanes while they come, with events and the clock", async (context) => {
  const page = await open(context, { width: 360 });
  const { server } = context;
  await page.getByRole("tab", { name: "Lanes" }).click();
  const drawing = page.locator("#lanes-drawing .lanes");
  await say(server, "hello <b>you</b>");
  await drawing.locator(".request span", { hasText: "POST /messages type=channel" }).waitFor();
  assert.match((await drawing.locator(".request").first().getAttribute("title"))!, "content=hello <b>you</b>");
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: '["message"]' })).body;
  await server.control("POST /clock", { mode: "frozen" });
  await server.control("POST /clock", { advance_ms: 120_000 });
  await say(server, "later");
  await server.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  await drawing.locator(".event span", { hasText: "event message" }).waitFor();
  assert.ok((await drawing.locator(".clock span").allTextContents()).some((text) => text.includes("the clock goes on by 12")));
  assert.equal(await drawing.locator(".name").allTextContents(), ["alice", "bob", "server"]);
  assert.is(await overflow(page), 0);
  const left = async (selector: string) => (await drawing.locator(selector).first().boundingBox())!.x;
  assert.is(await left(".event"), await left(".name[title=bob]"), "a label stands in the lane of its actor");
  await page.setViewportSize({ width: 1280, height: 800 });
  const [box, drawn] = [(await page.locator("#lanes-drawing").boundingBox())!, (await drawing.boundingBox())!];
  assert.ok(drawn.width > 0.95 * box.width && drawn.width <= box.width, `${drawn.width} of ${box.width}`);
  await page.locator("#lanes-drawing").evaluate((scrolled) => scrolled.scrollTo(0, scrolled.scrollHeight));
  assert.ok((await drawing.locator(".name").first().boundingBox())!.y >= box.y, "the names stay in sight");
});

if (hasChromium) test.run();
