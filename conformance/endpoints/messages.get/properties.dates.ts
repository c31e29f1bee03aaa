import fc from "fast-check";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { inRareForm, rareForms } from "../../draw/dates.ts";
import { sends } from "../../draw/histories.ts";
import { checkWritten, type DateNear } from "./anchors.ts";
import { aReader, type Reading, readTopic, someTerms, topics } from "./window.ts";

/** A date means the same in every form of ISO 8601. */
export const rare = property<Reading & Omit<DateNear, "form"> & { readonly form: (typeof rareForms)[number] }>({
  clause: "messages.get/anchor-date-forms",
  given: {
    history: topics(),
    who: aReader,
    terms: someTerms,
    form: fc.constantFrom(...rareForms),
    at: proportion,
    seconds: fc.constantFrom(0, -1, 1, -3600, 86_400),
  },
  examples: rareForms.map((form) => ({
    history: sends("alice", "a", "one", "two", "three"),
    who: "alice",
    terms: [],
    form,
    at: 0.5,
    seconds: 0,
  })),
  async holds(session, { form, at, seconds, ...reading }) {
    await checkWritten(await readTopic(session, reading), { at, seconds }, (instant) => inRareForm(form, instant));
  },
});
