import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { JsonText } from "../core/json-text.ts";
import { jsonHeaders, success } from "../protocol/envelope.ts";
import { JsonList } from "../protocol/json.ts";
import { BodyBuffers, encoded } from "./node-body.ts";
import { sendAnswer } from "./node-front.ts";

const plain = { headers: jsonHeaders, further: [] as string[], isLast: false, cutBytes: undefined };

/** Returns the bytes that a server sends on one connection to which some bytes are written, until it has sent so much that `isEnough`. */
async function exchanged(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  sent: string,
  isEnough: (heard: string) => boolean,
): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    return await new Promise<string>((resolve, reject) => {
      let heard = "";
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        heard += chunk;
        if (isEnough(heard)) resolve(heard);
      });
      socket.on("end", () => resolve(heard)).on("error", reject);
      socket.write(sent);
    });
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const asked = (path: string, ...lines: string[]): string => [`GET ${path} HTTP/1.1`, "Host: x", ...lines, "", ""].join("\r\n");

const bodies = ["{}", `{"msg":"${"soup ".repeat(500)}"}\n`, '{"msg":"größer"}\n', '{"msg":"🌱 日本語"}\n'];
const statuses = [200, 400, 401, 404, 405, 413, 429, 500, 599];

test("an answer that is sent at once has the bytes that node:http sends", async () => {
  const cases = statuses.flatMap((status) => bodies.map((text) => ({ status, text })));
  const further = (text: string) => ["Content-Length", String(Buffer.byteLength(text)), "Access-Control-Allow-Origin", "*"];
  const caseOf = ({ url = "" }: IncomingMessage) => cases[Number(url.slice(1))]!;
  const all = cases.map((_, i) => asked(`/${i}`)).join("");
  const isEnough = (heard: string): boolean => heard.split("HTTP/1.1 ").length > cases.length && heard.endsWith(bodies.at(-1)!);
  const own = await exchanged(
    (request, response) => {
      const { status, text } = caseOf(request);
      response.sendDate = false;
      response.writeHead(status, [...Object.entries(jsonHeaders).flat(), ...further(text)]);
      response.end(text);
    },
    all,
    isEnough,
  );
  const ours = await exchanged(
    (request, response) => {
      const { status, text } = caseOf(request);
      sendAnswer(response, { ...plain, status, further: further(text), body: encoded(text) });
    },
    all,
    isEnough,
  );
  assert.is(ours, own);
});

test("a large answer has the bytes that node:http sends, however long its head", async () => {
  const items = ["größer 🌱", "soup", "日本語"].map((word) => new JsonText(JSON.stringify(word.repeat(900))));
  const answer = success({ list: new JsonList([...items, '"soup"']), text: items[2] });
  const buffers = new BodyBuffers();
  for (const length of [1, 100, 600, 700, 800, 900, 1000, 2000]) {
    const further = ["Content-Length", String(Buffer.byteLength(answer.text)), "X-Long", "x".repeat(length)];
    // Alone on its connection: behind another answer it would have to wait for its turn.
    const heard = (send: (response: ServerResponse) => void): Promise<string> =>
      exchanged(
        (_, response) => send(response),
        asked("/"),
        (text) => text.endsWith('"}\n'),
      );
    const own = await heard((response) => {
      response.sendDate = false;
      response.writeHead(200, [...Object.entries(jsonHeaders).flat(), ...further]);
      response.end(Buffer.from(answer.text));
    });
    const ours = await heard((response) =>
      sendAnswer(response, { ...plain, status: 200, further, body: buffers.encode(answer, response) }),
    );
    assert.is(ours, own);
  }
});

test("a large answer that waits to be sent stays as it is while others are sent", async () => {
  const buffers = new BodyBuffers();
  const [held, ...others] = ["a", "b", "c"].map((letter) => success({ list: new JsonList(Array(9).fill(`"${letter.repeat(999)}"`)) }));
  const send = (response: ServerResponse, answer: typeof held): void => {
    const body = buffers.encode(answer!, response);
    sendAnswer(response, { ...plain, status: 200, further: ["Content-Length", String(body.length)], body });
  };
  const isEnough = (text: string): boolean => text.endsWith("]}\n");
  const heard = await exchanged(
    async (_, response) => {
      const { socket } = response;
      socket!.cork();
      send(response, held);
      for (const answer of others) {
        assert.ok((await exchanged((_, later) => send(later, answer), asked("/"), isEnough)).endsWith(answer.text));
      }
      socket!.uncork();
    },
    asked("/"),
    isEnough,
  );
  assert.ok(heard.endsWith(held!.text), heard.slice(0, 400));
});

test("answers leave in the order of their requests, whichever is made first", async () => {
  const waiting: (() => void)[] = [];
  const heard = await exchanged(
    ({ url = "" }, response) => {
      const body = encoded(`[${url}]`);
      waiting.push(() => sendAnswer(response, { ...plain, status: 200, further: ["Content-Length", String(body.length)], body }));
      if (waiting.length === 5) for (const i of [3, 0, 4, 2, 1]) waiting[i]!();
    },
    ["/a", "/b", "/c", "/d", "/e"].map((path) => asked(path)).join(""),
    (text) => text.includes("[/e]"),
  );
  assert.equal(heard.match(/\[\/.\]/g), ["[/a]", "[/b]", "[/c]", "[/d]", "[/e]"]);
});

test("a response that is sent at once has ended, and closes once", async () => {
  const events: string[] = [];
  let ended = false;
  await exchanged(
    (_, response) => {
      for (const name of ["finish", "close"]) response.on(name, () => events.push(name));
      sendAnswer(response, { ...plain, status: 200, further: ["Content-Length", "2"], body: encoded("{}") });
      ended = response.writableEnded;
    },
    asked("/"),
    (text) => text.endsWith("{}"),
  );
  assert.ok(ended);
  assert.equal(events, ["finish", "close"]);
});

test("an answer to a connection that ends is node:http's own", async () => {
  const answer = (_: IncomingMessage, response: ServerResponse): void =>
    sendAnswer(response, { ...plain, status: 200, further: ["Content-Length", "2"], body: encoded("{}") });
  for (const request of [asked("/", "Connection: close"), asked("/").replace("1.1", "1.0")]) {
    const heard = await exchanged(answer, request, () => false);
    assert.match(heard, /\r\nConnection: close\r\n\r\n\{\}$/);
  }
});

test("a body that nobody reads does not spoil the next request", async () => {
  const long = "x".repeat(300_000);
  const heard = await exchanged(
    ({ url = "" }, response) => {
      const body = encoded(`[${url}]`);
      sendAnswer(response, { ...plain, status: 404, further: ["Content-Length", String(body.length)], body });
    },
    `POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: ${long.length}\r\n\r\n${long}${asked("/second")}`,
    (text) => text.includes("[/second]"),
  );
  assert.equal(heard.match(/\[[^\]]*\]/g), ["[/first]", "[/second]"]);
});

test("a header that would end its line is refused", async () => {
  let problem: unknown;
  await exchanged(
    (_, response) => {
      try {
        sendAnswer(response, { ...plain, headers: { Location: "/x\r\nSet-Cookie: y" }, status: 200, body: encoded("{}") });
      } catch (thrown) {
        problem = thrown;
      }
      response.end("over");
    },
    asked("/", "Connection: close"),
    () => false,
  );
  assert.is((problem as { code?: string }).code, "ERR_INVALID_CHAR");
});

test.run();
