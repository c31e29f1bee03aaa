import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { castTable, missingTable } from "./serve.ts";

test("the variations of a server are listed, where it has some", () => {
  const lines = (simulator = createSimulator()) => castTable(simulator, true).split("\n");
  const only = ["id-gaps", "key-order"] as const;
  assert.is(lines(createSimulator({ vary: { seed: 1, only } }))[1], "varies in id-gaps, key-order");
  assert.is(lines()[1], "");
});

test("a route of another level is told with the level at which it begins or ended", () => {
  const asked = (level: number, ...asked: string[]): string => {
    const sim = createSimulator({ level });
    for (const route of asked) sim.as("dana").send(route);
    return missingTable(sim);
  };
  assert.is(
    asked(388, "POST /channel_folders/create", "PATCH /channel_folders/7", "POST /zcommand"),
    [
      "not simulated, by number of requests:",
      "      1  POST /api/v1/zcommand",
      "level 388: this route begins at 389, by number of requests:",
      "      1  POST /api/v1/channel_folders/create",
      "      1  PATCH /api/v1/channel_folders/{id}",
      "",
    ].join("\n"),
  );
});

test.run();
