import type { Browser, Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasChromium, openChromium } from "../sim/adapters/chromium.test.kit.ts";
import { openPages, type Pages } from "./pages.test.kit.ts";

const test = suite<{ browser: Browser; pages: Pages }>("the pages in a browser");

test.before(async (context) => {
  context.pages = await openPages();
  context.browser = await openChromium();
});
test.after(async ({ browser, pages }) => {
  await browser.close();
  await pages.close();
});

/** Opens a page on a phone, holds that it complains of nothing and fits, and gives what a function finds. */
async function onPhone<T>(
  { browser, pages }: { browser: Browser; pages: Pages },
  name: keyof Pages["urls"],
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (problem) => complaints.push(problem.message));
  await page.goto(pages.urls[name]);
  const found = await look(page);
  assert.equal(complaints, []);
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content! <= window!, `${name}: ${content} in ${window}`);
  await page.close();
  return found;
}

test("the report draws each counterexample, and its letters are readable on a phone", async (context) => {
  const size = await onPhone(context, "report", async (page) => {
    await page.locator("details.cause").first().waitFor();
    for (const each of await page.locator("details.cause > summary").all()) await each.click();
    await page.locator(".lanes .wrong span").first().waitFor();
    return page
      .locator(".lanes .request span")
      .first()
      .evaluate((text) => text.getBoundingClientRect().height);
  });
  assert.ok(size >= 9, `${size} px`);
});

test("the report's map has a cell for each clause, and shows it when it is pointed at", async (context) => {
  const cells = await onPhone(context, "report", (page) => page.locator(".map [title]").count());
  assert.ok(cells > 400, String(cells));
});

test("a printed report keeps its drawings on the paper", async ({ browser, pages }) => {
  const page = await browser.newPage({ viewport: { width: 700, height: 900 } });
  await page.goto(pages.urls.report);
  // What printing tells a page first: it unfolds the causes.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const box = (await page.locator(".lanes").first().boundingBox())!;
  assert.ok(box.x >= 0 && box.x + box.width <= 700, JSON.stringify(box));
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  await page.close();
});

test("the clauses, the kill matrix and the inspector open", async (context) => {
  assert.ok((await onPhone(context, "clauses", (page) => page.locator("li").count())) > 400);
  assert.ok((await onPhone(context, "mutants", (page) => page.locator(".kills rect").count())) > 10);
  assert.ok(
    (await onPhone(context, "inspector", async (page) => {
      await page.getByRole("tab", { name: "Lanes" }).click();
      await page.locator("#lanes-drawing .event").first().waitFor();
      return page.locator("#lanes-drawing .clock").count();
    })) > 0,
  );
});

if (hasChromium) test.run();
