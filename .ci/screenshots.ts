// Takes the pictures of the README from the real pages.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { openPages } from "../cli/pages.test.kit.ts";
import { openChromium } from "../sim/adapters/chromium.test.kit.ts";

new Command("npm run screenshots --").description("take the pictures of the README; it needs Chromium").parse();

const folder = fileURLToPath(new URL("../.github/images/", import.meta.url));
mkdirSync(folder, { recursive: true });
const pages = await openPages();
const browser = await openChromium();
const page = await browser.newPage({ viewport: { width: 760, height: 1100 }, colorScheme: "light" });

await page.goto(pages.urls.report);
const cause = page.locator("details.cause").first();
await cause.locator("summary").first().click();
await cause.locator(".lanes .wrong").first().scrollIntoViewIfNeeded();
await cause.screenshot({ path: `${folder}counterexample.png` });
await page.goto(pages.urls.mutants);
await page.screenshot({ path: `${folder}mutants.png` });
await page.goto(pages.urls.inspector);
await page.locator("#lanes-drawing .event").first().waitFor();
await page.locator("#lanes").screenshot({ path: `${folder}inspector.png` });
await page.setViewportSize({ width: 1280, height: 800 });
await page.screenshot({ path: `${folder}inspector-wide.png` });
await page.setViewportSize({ width: 390, height: 800 });
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({ path: `${folder}inspector-phone.png` });
await page.setViewportSize({ width: 760, height: 700 });
await page.getByRole("link", { name: "Coverage" }).click();
await page.locator("summary").first().click();
await page.screenshot({ path: `${folder}coverage.png` });

await browser.close();
await pages.close();
console.log(`counterexample, mutants, inspector, coverage: in ${folder}`);
