import { test } from "uvu";
import * as assert from "uvu/assert";
import { JsonText } from "./json-text.ts";
import { limits } from "./limits.ts";
import { type Memo, MessageTexts } from "./messages.ts";

const holder = (): { memo: Memo | undefined } => ({ memo: undefined });

const textOf = (texts: MessageTexts, message: ReturnType<typeof holder>, form: number, make: () => string): string =>
  (texts.get(message, form) ?? texts.keep(message, form, new JsonText(make()))).text;

/** A maker of texts that counts how often it was asked. */
function counted(text: string) {
  const count = { made: 0 };
  const make = (): string => {
    count.made++;
    return text;
  };
  return { count, make };
}

test("a text is made once for each form", () => {
  const [texts, message, { count, make }] = [new MessageTexts(), holder(), counted("a")];
  for (const form of [1, 1, 2, 1, 2]) textOf(texts, message, form, make);
  assert.is(count.made, 2);
});

test("texts of other names are not taken for those of the present ones", () => {
  const message = holder();
  assert.is(
    textOf(new MessageTexts(), message, 1, () => "former"),
    "former",
  );
  assert.is(
    textOf(new MessageTexts(), message, 1, () => "present"),
    "present",
  );
});

test("of too many texts all go, and are made again when asked for", () => {
  const texts = new MessageTexts();
  const { count, make } = counted("x".repeat(limits.keptTextLength / 4));
  const messages = Array.from({ length: 8 }, holder);
  for (const message of messages) textOf(texts, message, 1, make);
  assert.ok(messages.filter(({ memo }) => memo).length < 8);
  textOf(texts, messages[0]!, 1, make);
  assert.is(count.made, 9);
  texts.drop();
  assert.is(messages.filter(({ memo }) => memo).length, 0);
});

test.run();
