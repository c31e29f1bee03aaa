// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { anyone, api, authorization, type Make, type SoakRequest } from "./request.ts";
import { json, one } from "./texts.ts";

export const upload: Make = (draw, known) => {
  const boundary = "soaking";
  const bytes = "x".repeat(one(draw, [10, 1000, draw(100) === 0 ? 2_000_000 : 5000]));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`;
  const body = draw(3) === 0 ? file.slice(0, draw(file.length)) : file;
  const headers = { ...authorization(known, anyone(draw, known)), "content-type": `multipart/form-data; boundary=${boundary}` };
  return { method: "POST", path: "/api/v1/user_uploads", headers, body };
};

/** Requests that are wrong before any endpoint sees them. */
export const broken: Make = (draw, known) => {
  const usual = api(known, "alice", "POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  const form = (body: string | Uint8Array): SoakRequest => ({ ...usual, body });
  return one<() => SoakRequest>(draw, [
    () => form(`${usual.body}&${"%C3".repeat(draw(1000))}`),
    () => form("a=%C3&".repeat(one(draw, [1, 100, draw(20) === 0 ? 100_000 : 10]))),
    () => form(`${usual.body}&junk=${"x".repeat(draw(20) === 0 ? 1_000_000 : 1000)}`),
    () => form(json(draw)),
    () => form(Uint8Array.from({ length: 200 }, () => draw(256))),
    () => form(`content=${"x".repeat(1_100_000)}`),
    () => ({ ...usual, headers: { ...usual.headers, authorization: `Basic ${"A".repeat(one(draw, [10, 10_000, 200_000]))}` } }),
    () => ({ ...usual, headers: { ...usual.headers, "user-agent": `${"a ".repeat(draw(1000))}/1` } }),
    () => ({
      ...usual,
      headers: { ...usual.headers, "content-type": one(draw, ["text/plain", "multipart/form-data", "", "application/json"]) },
    }),
    () => ({ ...usual, method: one(draw, ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]), body: null }),
    () => ({ ...usual, method: "GET", body: null, path: `/${"%2e%2e/".repeat(draw(50))}api/v1/${"a/".repeat(draw(2000))}` }),
    () => ({ ...usual, method: "GET", body: null, path: `/api/v1/messages?${"narrow=[&".repeat(draw(2000))}` }),
    () => ({
      ...usual,
      method: "GET",
      body: null,
      path: one(draw, ["/", "/user_uploads/2/none", "/static/x", "/json/messages", "/_controller"]),
    }),
  ])();
};

export const steer: Make = (draw) => {
  const [path, body] = one<readonly [string, object | null]>(draw, [
    ["clock", { advance_ms: draw(120_000) }],
    ["clock", null],
    ["queues/none", null],
    ["faults", { match: { route: "POST /typing" }, times: 1, then: { status: 429 } }],
    ["actions", { action: "react", as: "bob", message_id: 1 + draw(40), emoji_name: "tada" }],
    ["snapshots", draw(1000) === 0 ? {} : null],
  ]);
  return { method: body ? "POST" : "GET", path: `/_control/${path}`, headers: {}, body: body && JSON.stringify(body) };
};
