import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = "/usr/bin/chromium";

const args = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** Whether this machine has the browser that the browser tests need. */
export const hasChromium = existsSync(executablePath);

/** A browser of its own, which calls nobody. */
export const openChromium = (): Promise<Browser> => chromium.launch({ executablePath, args });
