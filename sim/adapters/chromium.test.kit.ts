import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Headless alone, which starts and draws in two thirds of the time, or the whole browser. */
const [shell, whole] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
const executablePath = existsSync(shell) ? shell : whole;

const args = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** Whether this machine has the browser that the browser tests need. */
export const hasChromium = existsSync(executablePath);

/** A browser of its own, which calls nobody. */
export const openChromium = (): Promise<Browser> => chromium.launch({ executablePath, args });
