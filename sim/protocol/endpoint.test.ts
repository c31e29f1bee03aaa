import { test } from "uvu";
import * as assert from "uvu/assert";
import { Refusal, refuse } from "../core/refusal.ts";
import { anyone, writes } from "./endpoint.ts";

const endpoint = (rules: () => void, effect: () => object) =>
  writes({ route: "POST /thing", params: {}, allow: anyone, rules, effect: () => effect() as Record<string, never> });

const run = ({ run }: ReturnType<typeof endpoint>) => run({} as never, { checkRoom() {} } as never);

test("a refusal thrown in an effect is an error of the simulator, which names the route", () => {
  const isLoud = (thrown: unknown): boolean => thrown instanceof Error && thrown.message === "POST /thing: the effect refuses: too late";
  assert.throws(
    () =>
      run(
        endpoint(
          () => {},
          () => refuse("too late"),
        ),
      ),
    isLoud,
  );
});

test("a refusal of the rules is thrown as it is, and one that an effect returns is the answer", () => {
  const isRefusal = (thrown: unknown): boolean => thrown instanceof Refusal;
  assert.throws(
    () =>
      run(
        endpoint(
          () => refuse("no"),
          () => ({}),
        ),
      ),
    isRefusal,
  );
  const answer = new Refusal("written, and refused");
  assert.is(
    run(
      endpoint(
        () => {},
        () => answer,
      ),
    ),
    answer,
  );
});

test.run();
