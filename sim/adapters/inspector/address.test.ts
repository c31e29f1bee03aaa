import { test } from "uvu";
import * as assert from "uvu/assert";
import { addressOn } from "./address.ts";

const world = "http://127.0.0.1:9991/w/w1";

test("a link that begins with / stays below the path of a world", () => {
  assert.is(addressOn(world, "/user_uploads/2/ab/x.png")?.href, `${world}/user_uploads/2/ab/x.png`);
  assert.is(addressOn("http://127.0.0.1:9991", "/avatar/11")?.href, "http://127.0.0.1:9991/avatar/11");
});

test("a link to elsewhere stays what it is, with or without a scheme", () => {
  assert.is(addressOn(world, "https://elsewhere.example/a")?.href, "https://elsewhere.example/a");
  assert.is(addressOn(world, "//elsewhere.example/a")?.href, "http://elsewhere.example/a");
  assert.is(addressOn(world, "http://["), undefined);
});

test.run();
