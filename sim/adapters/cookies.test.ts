import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";

const path = "/api/v1/dev_fetch_api_key?username=alice@example.com";
const namesOf = (response: Response): (string | undefined)[] => response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);

test("two cookies are two header lines, over the network and in process", async () => {
  const sim = createSimulator();
  const { url, close } = await listen(sim);
  const overNetwork = await fetch(`${url}${path}`, { method: "POST" });
  assert.equal([overNetwork.status, namesOf(overNetwork)], [200, ["sessionid", "csrftoken"]]);
  await overNetwork.text();
  await close();
  const inProcess = await fetchFor(sim)(`http://anywhere${path}`, { method: "POST" });
  assert.equal([inProcess.status, namesOf(inProcess)], [200, ["sessionid", "csrftoken"]]);
});

test.run();
