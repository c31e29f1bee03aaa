import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Report } from "../../conformance/results/report.ts";
import { hasChromium, openChromium } from "../../sim/adapters/chromium.test.kit.ts";
import { html } from "./html.ts";
import { differing, viewed } from "./reports.test.kit.ts";
import { sampleClauses, sampleView } from "./sample.test.kit.ts";
import type { View } from "./view.ts";

const test = suite<{ browser: Browser; url: string; directory: string }>("the HTML report in a browser");

/** Writes the page of a report to a file. Returns its URL. */
function written(directory: string, name: string, view: View): string {
  const file = join(directory, `${name}.html`);
  writeFileSync(file, html(view, sampleClauses));
  return pathToFileURL(file).href;
}

test.before(async (context) => {
  context.directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  context.url = written(context.directory, "report", sampleView);
  context.browser = await openChromium();
});

test.after(async ({ browser, directory }) => {
  await browser.close();
  rmSync(directory, { recursive: true });
});

/** Opens the report in a window and gives what a function finds in it, with all that it asked for or complained of. */
async function opened<T>(
  { browser, url }: { browser: Browser; url: string },
  window: { width: number; colorScheme: "light" | "dark" },
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const { width, colorScheme } = window;
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  const told: string[] = [];
  page.on("request", (request) => told.push(request.url()));
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (problem) => told.push(problem.message));
  await page.goto(url);
  const found = await look(page);
  await page.close();
  assert.equal(told, [url]);
  return found;
}

/** A report in which so many results differ, each after a request with a long answer. */
function wordy(count: number): Report {
  const { properties, ...report } = differing(count);
  const body = { content: `it ${"goes on ".repeat(300)}and ends` };
  return { ...report, properties: properties.map((one) => ({ ...one, seen: one.seen!.slice(0, 1).map((seen) => ({ ...seen, body })) })) };
}

/** Opens the causes that are shown. */
async function openCauses(page: Page): Promise<void> {
  for (const each of await page.locator(".cause > summary").filter({ visible: true }).all()) await each.click();
  await page.locator(".cause .lanes").last().waitFor();
}

const widths = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  });

test("it fits a phone without scrolling sideways, everything opened", async (context) => {
  const [content, window] = await opened(context, { width: 360, colorScheme: "light" }, widths);
  assert.ok(content! <= window!, `${content} in ${window}`);
});

test("it shows exchanges side by side on a wide window, under each other on a phone", async (context) => {
  const tops = async (page: Page): Promise<number[]> => {
    await openCauses(page);
    return page.$$eval(".unequal > div", (sides) => sides.map((side) => Math.round(side.getBoundingClientRect().top)));
  };
  const [left, right] = await opened(context, { width: 1200, colorScheme: "light" }, tops);
  assert.is(left, right);
  const [first, second] = await opened(context, { width: 360, colorScheme: "light" }, tops);
  assert.ok(second! > first!);
});

test("a section opens at a click and tells its verdicts; differences are marked", async (context) => {
  const found = await opened(context, { width: 800, colorScheme: "light" }, async (page) => {
    const row = page.locator("li", { hasText: "messages.get/admin" });
    const before = await row.isVisible();
    await page.locator("summary", { hasText: "Endpoints > GET /messages" }).click();
    await row.waitFor();
    await openCauses(page);
    return { before, after: await row.isVisible(), marks: await page.locator(".unequal mark").allTextContents() };
  });
  assert.is(found.before, false);
  assert.is(found.after, true);
  assert.ok(found.marks.includes("true") && found.marks.includes("false"));
});

test("it is filtered by section and by verdict", async (context) => {
  const look = async (page: Page, choice: { section?: string; verdict?: string }) => {
    await page.getByLabel("section").selectOption({ label: choice.section ?? "all" });
    await page.getByLabel("verdict").selectOption({ label: choice.verdict ?? "all" });
    const visible = (selector: string) => page.locator(selector).filter({ visible: true }).allTextContents();
    const count = await page.locator("output[name=shown]").textContent();
    return { count, sections: await visible(".section > summary b") };
  };
  const [all, one, silent, missed, rows] = await opened(
    context,
    { width: 800, colorScheme: "light" },
    async (page) =>
      [
        await look(page, {}),
        await look(page, { section: "Endpoints > POST /typing", verdict: "differs" }),
        await look(page, { verdict: "silent" }),
        await look(page, { verdict: "not run" }),
        await page
          .locator(".section", { hasText: "GET /messages" })
          .locator("summary")
          .click()
          .then(() => page.locator(".rows > li").filter({ visible: true }).first().waitFor())
          .then(() => page.locator(".rows > li").filter({ visible: true }).allTextContents()),
      ] as const,
  );
  assert.equal(all, {
    count: "8 results",
    sections: ["Endpoints > POST /typing", "Endpoints > GET /messages", "Generated scenarios"],
  });
  assert.equal(one, { count: "2 results", sections: ["Endpoints > POST /typing"] });
  assert.equal(silent, { count: "1 result", sections: ["Endpoints > GET /messages"] });
  assert.equal(missed, { count: "1 result", sections: ["Endpoints > GET /messages"] });
  assert.equal(rows, ["· not run messages.get/late"]);
});

test("500 causes open in a second on a phone, ten of them shown, and each when it is touched", async (context) => {
  const url = written(context.directory, "many", viewed(differing(500)));
  const page = await context.browser.newPage({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  const drawn = async (): Promise<number> => {
    await page.goto(url);
    return page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now();
    });
  };
  // The fastest of five: other tests may have the processor meanwhile.
  const shown = Math.min(...[await drawn(), await drawn(), await drawn(), await drawn(), await drawn()]);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(shown < 1_000, `${Math.round(shown)} ms until it is drawn`);
  assert.ok(elements < 5_000, `${elements} elements`);
  await page.locator(".cause > summary").first().tap();
  await page.locator(".cause .wrong").first().waitFor();
  await page.locator(".more").tap();
  assert.is(await page.locator(".cause").filter({ visible: true }).count(), 20);
  await page.close();
});

test("without scripts all of it is there, but for the search, the filter and the buttons", async (context) => {
  const page = await context.browser.newPage({ javaScriptEnabled: false });
  await page.goto(context.url);
  for (const form of await page.locator("form, button").all()) assert.is(await form.isVisible(), false);
  await page.locator("summary", { hasText: "Endpoints > GET /messages" }).click();
  assert.is(await page.locator("li", { hasText: "messages.get/admin" }).isVisible(), true);
  await page.goto(written(context.directory, "long", viewed(wordy(24))));
  assert.is(await page.locator(".cause").filter({ visible: true }).count(), 24);
  await page.locator(".cause > summary").first().click();
  const pre = page.locator(".cause[open] pre", { hasText: "goes on" }).last();
  assert.match(await pre.innerText(), new RegExp("goes on ".repeat(300)));
  await page.close();
});

test("it shows ten causes, ten more at a button, and from all of them what is searched for", async (context) => {
  const url = written(context.directory, "thirty", viewed(differing(34)));
  const found = await opened({ ...context, url }, { width: 390, colorScheme: "light" }, async (page) => {
    const shown = () => page.locator(".cause").filter({ visible: true }).count();
    const counts = [await shown()];
    const more = page.getByRole("button", { name: "show ten more" });
    await more.focus();
    await page.keyboard.press("Enter");
    counts.push(await shown());
    assert.is(
      await page.evaluate(() => document.activeElement!.parentElement!.id),
      await page.locator(".cause").nth(10).getAttribute("id"),
    );
    await more.click();
    await more.click();
    counts.push(await shown());
    assert.is(await more.isVisible(), false);
    const search = async (words: string) => {
      await page.getByLabel("search").fill(words);
      const rows = await page.locator(".section[open] .rows > li").filter({ visible: true }).count();
      return [
        await page.locator("output[name=found]").textContent(),
        await shown(),
        rows,
        await page.locator(".found li").allTextContents(),
      ];
    };
    const [one, clause, none, all] = [
      await search("SCENARIO/16"),
      await search("anchor window"),
      await search("nosuchword"),
      await search(""),
    ];
    return { counts, one, clause, none, all };
  });
  assert.equal(found.counts, [10, 20, 34]);
  assert.equal(found.one, ["1 cause, 0 clauses, 1 result", 1, 1, []]);
  assert.equal(found.clause![0], "0 causes, 1 clause, 34 results");
  assert.equal(found.clause![3], ["✗ messages.get/anchor: differs. The anchor is <in> the window."]);
  assert.equal(found.none!.slice(0, 2), ["0 causes, 0 clauses, 0 results", 0]);
  assert.equal(found.all!.slice(0, 3), ["", 10, 0]);
});

test("links lead from a clause to its cause and back, into folded parts, and to causes that are not shown yet", async (context) => {
  const at = (page: Page) => page.evaluate(() => document.activeElement!.closest("[id]")!.id);
  await opened(context, { width: 390, colorScheme: "light" }, async (page) => {
    const cell = page.locator(".map a.differs").first();
    await cell.focus();
    await page.keyboard.press("Enter");
    await page.locator(".cause[open] .lanes").waitFor();
    const cause = (await cell.getAttribute("href"))!.slice(1);
    assert.is(await at(page), cause);
    await page.locator(".cause[open] blockquote a").first().click();
    await page.waitForFunction(() => document.activeElement!.id.startsWith("clause-"));
    assert.is(await at(page), await cell.getAttribute("id"));
    await page.locator(".cause[open] a", { hasText: "typing.post/opValues" }).click();
    await page.waitForFunction((id) => document.activeElement!.closest("[id]")?.id === id, cause);
  });
  const url = written(context.directory, "far", viewed(differing(34)));
  const page = await context.browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(`${url}#cause-scenario/12`);
  await page.waitForFunction(() => document.activeElement!.closest("[id]")?.id === "cause-scenario/12");
  assert.ok(await page.locator(".cause[open] .wrong").isVisible());
  await page.goto(`${url}#result-scenario/12`);
  await page.waitForFunction(() => document.activeElement!.id === "result-scenario/12");
  await page.close();
});

test("a line is copied at a button, and a long value opens at one", async (context) => {
  const url = written(context.directory, "cut", viewed(wordy(2)));
  const page = await context.browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(url);
  await page.locator(".cause > summary").first().click();
  const copy = page.locator(".copied button").filter({ visible: true }).first();
  await copy.click();
  await page.locator(".copied button", { hasText: "copied" }).waitFor();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^curl -sS -G 'https:\/\/chat\.example\.org\/api\/v1\/messages' -u "\$ALICE"/,
  );
  const cut = page.locator(".cut").filter({ visible: true }).first();
  assert.is(await cut.locator(".middle").isVisible(), false);
  await cut.locator("button").focus();
  await page.keyboard.press("Enter");
  assert.is(await cut.locator(".middle").isVisible(), true);
  assert.is(await cut.locator("button").getAttribute("aria-expanded"), "true");
  assert.equal(await widths(page), [390, 390]);
  await page.close();
});

test("a key reaches the search, each cause that is shown and its buttons, and what has the focus is outlined", async (context) => {
  const outlined = await opened(context, { width: 800, colorScheme: "light" }, async (page) => {
    const seen: string[][] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("Tab");
      seen.push(
        await page.evaluate(() => {
          const { localName, parentElement } = document.activeElement!;
          return [localName, parentElement!.className, getComputedStyle(document.activeElement!).outlineStyle];
        }),
      );
      if (i === 1) {
        await page.keyboard.press("Enter");
        await page.locator(".cause .lanes").waitFor();
      }
    }
    return seen;
  });
  assert.equal(outlined[0], ["input", "", "solid"]);
  assert.equal(outlined[1], ["summary", "cause", "solid"]);
  assert.is(outlined[2]![0], "a");
  for (const [, , style] of outlined) assert.is(style, "solid");
});

test("it is dark where the reader's system is, and readable in both", async (context) => {
  const colours = (page: Page): Promise<string[]> =>
    page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
  const light = await opened(context, { width: 800, colorScheme: "light" }, colours);
  const dark = await opened(context, { width: 800, colorScheme: "dark" }, colours);
  assert.equal(light, ["rgb(255, 255, 255)", "rgb(28, 35, 48)"]);
  assert.equal(dark, ["rgb(20, 24, 31)", "rgb(228, 232, 239)"]);
});

if (hasChromium) test.run();
