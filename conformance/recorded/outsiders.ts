import type { RecordedExchange } from "./exchange.ts";

/** Requests whose effect no other account sees: they leave nothing on which a compared answer depends. */
const ownAlone =
  /^\/(events|user_topics|remove_client_device|register_client_device|drafts.*|saved_snippets.*|navigation_views.*|mark_\w+|messages\/flags.*|users\/me\/(subscriptions\/(muted_topics|properties)|muted_users\/.*|alert_words))$/;

/** Requests that make a message: where the model does not make it, it is one of those of which nothing is known. */
const sends = /^\/messages$/;

/** Whether an account that never registered left something on which later answers depend, where the model did not carry its request out. */
export function isMissed({ method, path, reply }: RecordedExchange): boolean {
  const isQuiet = method === "GET" || method === "HEAD" || path === "/register" || path === "/typing";
  return reply?.body.result === "success" && !isQuiet && !ownAlone.test(path) && !(method === "POST" && sends.test(path));
}

/** A face made of punctuation, which a server turns into an emoji where the sender wants it, or a link whose form depends on the channels of the sender. */
const personal = /[:(<;][()|/DoOpP:3]|#\*\*/;
/** Personal settings that show in what others are told. */
const shown = new Set(["email", "email_address_visibility", "presence_enabled"]);

/** Why the effect of a request depends on what only a registration of its account would tell; undefined where it does not. */
export function personalIn({ path, form }: RecordedExchange): string | undefined {
  const own = "only a registration of the account tells";
  if (path.startsWith("/messages") && personal.test(form.content ?? "")) return `${own} how what it writes is rendered`;
  return path === "/settings" && Object.keys(form).some((name) => shown.has(name)) ? `${own} what others see of this setting` : undefined;
}

/** Whether a request only looks, at what its account may see. */
export const isLook = ({ method, path }: RecordedExchange): boolean => method === "GET" || method === "HEAD" || path === "/register";
