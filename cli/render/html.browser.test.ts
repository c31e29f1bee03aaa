import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasChromium, openChromium } from "../../sim/adapters/chromium.test.kit.ts";
import { html } from "./html.ts";
import { sampleClauses, sampleView } from "./sample.ts";

const test = suite<{ browser: Browser; url: string; directory: string }>("the HTML report in a browser");

test.before(async (context) => {
  context.directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(context.directory, "report.html");
  writeFileSync(file, html(sampleView, sampleClauses));
  context.url = pathToFileURL(file).href;
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
  page.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
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
    return { before, after: await row.isVisible(), marks: await page.locator(".unequal mark").allTextContents() };
  });
  assert.is(found.before, false);
  assert.is(found.after, true);
  assert.ok(found.marks.includes("true") && found.marks.includes("false"));
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
