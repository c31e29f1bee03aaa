import { createHash } from "node:crypto";

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The headers of a page that runs and looks like nothing but its own script and style, and loads nothing from elsewhere. */
export const pageHeaders = (style: string, script?: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
    `style-src ${digest(style)}`,
    ...(script === undefined ? [] : ["connect-src 'self'"]),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
});
