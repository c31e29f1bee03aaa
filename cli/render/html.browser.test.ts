import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
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
  look: (page: Awaited<ReturnType<Browser["newPage"]>>) => Promise<T>,
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

const widths = (page: Parameters<Parameters<typeof opened>[2]>[0]): Promise<number[]> =>
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
  const tops = (page: Parameters<typeof widths>[0]): Promise<number[]> =>
    page.$$eval(".unequal > div", (sides) => sides.map((side) => Math.round(side.getBoundingClientRect().top)));
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
    return { before, after: await row.isVisible(), marks: await page.locator(".unequal mark").allTextContents() };
  });
  assert.is(found.before, false);
  assert.is(found.after, true);
  assert.ok(found.marks.includes("true") && found.marks.includes("false"));
});

test("it is filtered by section and by verdict", async (context) => {
  const look = async (page: Parameters<typeof widths>[0], choice: { section?: string; verdict?: string }) => {
    await page.getByLabel("section").selectOption({ label: choice.section ?? "all" });
    await page.getByLabel("verdict").selectOption({ label: choice.verdict ?? "all" });
    const visible = (selector: string) => page.locator(selector).filter({ visible: true }).allTextContents();
    const count = await page.locator("output").textContent();
    return { count, failures: (await visible(".failure h3")).length, sections: await visible(".section > summary b") };
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
    failures: 3,
    sections: ["Endpoints > POST /typing", "Endpoints > GET /messages", "Generated scenarios"],
  });
  assert.equal(one, { count: "2 results", failures: 2, sections: ["Endpoints > POST /typing"] });
  assert.equal(silent, { count: "1 result", failures: 0, sections: ["Endpoints > GET /messages"] });
  assert.equal(missed, { count: "1 result", failures: 0, sections: ["Endpoints > GET /messages"] });
  assert.equal(rows, ["not run messages.get/late"]);
});

test("500 results that differ open in a second on a phone, and each when it is touched", async (context) => {
  const url = written(context.directory, "many", viewed(differing(500)));
  const page = await context.browser.newPage({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
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
  await page.locator(".failure summary").last().tap();
  assert.is(await page.locator(".failure .unequal mark").first().isVisible(), true);
  await page.close();
});

test("without scripts all of it is there, but for the filter", async (context) => {
  const page = await context.browser.newPage({ javaScriptEnabled: false });
  await page.goto(context.url);
  assert.is(await page.locator("form").isVisible(), false);
  await page.locator("summary", { hasText: "Endpoints > GET /messages" }).click();
  assert.is(await page.locator("li", { hasText: "messages.get/admin" }).isVisible(), true);
  await page.close();
});

test("it is dark where the reader's system is, and readable in both", async (context) => {
  const colours = (page: Parameters<typeof widths>[0]): Promise<string[]> =>
    page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
  const light = await opened(context, { width: 800, colorScheme: "light" }, colours);
  const dark = await opened(context, { width: 800, colorScheme: "dark" }, colours);
  assert.equal(light, ["rgb(255, 255, 255)", "rgb(28, 35, 48)"]);
  assert.equal(dark, ["rgb(20, 24, 31)", "rgb(228, 232, 239)"]);
});

if (hasChromium) test.run();
