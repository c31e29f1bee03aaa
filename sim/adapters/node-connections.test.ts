import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { SocketConnections } from "./node.ts";
import { serving } from "./serving.test.kit.ts";

/** A server that keeps three connections, and leaves requests for /wait without an answer. */
async function small() {
  const told: string[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    connections.used(request.socket, response);
    if (request.url === "/wait") waiting.push(response);
    else response.end("answered");
  });
  const connections = new SocketConnections(server, { most: 3, idleMillis: 300_000 }, (line) => told.push(line));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const [taken] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
    assert.ok(taken);
    return socket.setEncoding("utf8").on("error", () => {});
  };
  const ask = async (socket: Socket, path: string): Promise<string> => {
    const asked = once(server, "request");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await asked;
    return path === "/wait" ? "" : String(await once(socket, "data"));
  };
  const close = () => {
    connections.stop();
    server.closeAllConnections();
    server.close();
  };
  return { connections, open, ask, waiting, told, close };
}

/** Returns the number of ends of connections that this process has open, on either side. */
const ends = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;

test("what is no request is answered, and its connection ends though the client keeps its half open", async () => {
  const server = await serving();
  const before = ends();
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  let heard = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    heard += chunk;
  });
  socket.write("this is no request\r\n\r\n");
  await once(socket, "end");
  assert.match(heard, "HTTP/1.1 400");
  const until = performance.now() + 10_000;
  while (ends() > before + 1 && performance.now() < until) await new Promise((resolve) => void setTimeout(resolve, 20));
  assert.is(ends(), before + 1, "the end of the client alone is left");
  socket.destroy();
  await server.close();
});

test("beyond the bound the connection that is idle longest is closed, and it is said once", async () => {
  const { open, ask, told, close } = await small();
  const [first, second, third] = [await open(), await open(), await open()];
  await ask(first, "/");
  const gone = once(second, "close");
  const fourth = await open();
  await gone;
  for (const socket of [first, third, fourth]) assert.match(await ask(socket, "/"), "answered");
  await open();
  assert.equal(told, ["more than 3 connections: those idle longest are closed, 1 so far"]);
  close();
});

test("one that waits for an answer goes last", async () => {
  const { open, ask, waiting, close } = await small();
  const [poll, second] = [await open(), await open()];
  await ask(poll, "/wait");
  await ask(second, "/");
  const gone = once(second, "close");
  await open();
  await open();
  await gone;
  waiting[0]!.end("at last");
  assert.match(String(await once(poll, "data")), "at last");
  close();
});

test("a kept connection ends after five minutes without a request, one that waits for an answer does not", async () => {
  const { connections, open, ask, close } = await small();
  const [poll, idle] = [await open(), await open()];
  await ask(poll, "/wait");
  await ask(idle, "/");
  connections.closeIdle(performance.now() + 299_000);
  assert.not(idle.destroyed);
  const gone = once(idle, "close");
  connections.closeIdle(performance.now() + 301_000);
  await gone;
  assert.not(poll.destroyed);
  close();
});

test.run();
