import fc from "fast-check";
import { steps } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/present.ts";
import { drawnBy } from "../draw/combinators.ts";
import type { Ground } from "../draw/ground.ts";
import { Untestable } from "../expect.ts";
import type { Oracle } from "../model/oracle.ts";
import { foresee } from "../play/foreseen.ts";
import { type Scenario, scenarioOf } from "../play/scenario.ts";
import { closed } from "./closing.ts";
import { Draft, type Kind } from "./draft.ts";

interface Theme {
  /** Kinds of steps that are drawn more often. */
  readonly about: readonly string[];
  /** Kinds of steps to begin with, so that what comes then has something to be about. */
  readonly begins: readonly string[];
}

const usualBeginning = ["register.post", "messages.post", "user_groups.create.post"];

/** Subjects of a scenario, by name. */
const themes: Readonly<Record<string, Theme>> = {
  everything: { about: [], begins: usualBeginning },
  conversation: {
    about: ["messages.post", "messages.get", "messages-id.get", "messages.matches_narrow.get"],
    begins: ["register.post", "messages.post"],
  },
  events: {
    about: ["register.post", "events.get", "events.delete", "typing.post", "user_topics.post", "messages.post"],
    begins: ["register.post", "messages.post"],
  },
  deletion: { about: ["messages.post", "messages-id.delete", "messages-id.get", "actions"], begins: ["register.post", "messages.post"] },
  groups: {
    about: ["user_groups.create.post", "user_groups-id.members.post", "actions"],
    begins: ["register.post", "messages.post", "user_groups.create.post"],
  },
  organization: {
    about: [
      "channel_folders.create.post",
      "channel_folders-id.patch",
      "users.me.profile_data.patch",
      "navigation_views.post",
      "realm.domains.post",
    ],
    begins: ["register.post", "channel_folders.create.post"],
  },
  accounts: {
    about: [
      "fetch_api_key.post",
      "calls.vc.create.post",
      "devices",
      "remove_client_device.post",
      "realm.presence.get",
      "realm.linkifiers.get",
      "server_settings.get",
    ],
    begins: ["register.post", "devices"],
  },
};

/** The factor by which the kinds of steps of a theme are drawn more often. */
const emphasis = 4;

/** Kinds of steps, each with how often it is drawn. */
type Weighted = readonly (readonly [kind: Kind, weight: number])[];

/** Returns one of some kinds, each as often as its weight says. */
function pick(kinds: Weighted, random: fc.Random): Kind {
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.nextInt(0, total - 1);
  for (const [kind, weight] of kinds) {
    left -= weight;
    if (left < 0) return kind;
  }
  throw new Untestable("no kind of step can be taken on the target");
}

/** Once in so many steps that change something, the same is asked again. */
const repeats = 15;

/** Whether a repetition of a step of a kind says anything: not of a request that reads, nor of a message. */
const canRepeat = ({ name, op }: Kind): boolean => !op.route.startsWith("GET ") && name !== "messages.post";

const kindsOn = (ground: Ground): Weighted =>
  [...steps].flatMap(([name, op]) => {
    const weight = op.weight(ground);
    if (weight === undefined || ground.missing.has(op.route)) return [];
    const { accepted, refused } = op.draw(ground);
    return [[{ op, name, accepted, refused }, weight] as const];
  });

/** The kinds of steps of a theme. */
interface Choices {
  readonly first: Weighted;
  readonly begins: Weighted;
  readonly all: Weighted;
}

function choicesOn(ground: Ground): readonly Choices[] {
  const all = kindsOn(ground);
  const named = (names: readonly string[]) => all.filter(([{ name }]) => names.includes(name));
  return Object.values(themes).map(({ about, begins }) => ({
    first: named(["register.post"]),
    begins: named(begins),
    all: all.map(([kind, weight]) => [kind, about.includes(kind.name) ? weight * emphasis : weight] as const),
  }));
}

/** So many steps in a row may come to nothing. */
const mostVain = 500;

/**
 * Draws so many steps: a queue, up to five to begin with, then whatever fits the theme.
 * @throws Untestable: there is next to nothing that a step could be about
 */
function draftOf(draft: Draft, length: number, { first, begins, all }: Choices, random: fc.Random): void {
  const begun = 1 + random.nextInt(0, 5);
  let vain = 0;
  while (draft.steps.length < length) {
    const { length: before } = draft.steps;
    const preferred = before === 0 ? first : before < begun ? begins : all;
    const kind = pick(preferred.length > 0 ? preferred : all, random);
    draft.add(kind);
    vain = draft.steps.length > before ? 0 : vain + 1;
    if (vain > mostVain) throw new Untestable("too little is known of the target to draw scenarios for it");
    const isRepeated = canRepeat(kind) && draft.steps.length < length && random.nextInt(1, repeats) === 1;
    if (isRepeated) draft.repeat(kind);
  }
}

/** Whole scenarios of up to so many steps, each of which is drawn while the model plays those before it. */
export function scenariosOn(oracle: Oracle, most: number): fc.Arbitrary<Scenario> {
  const choices = choicesOn(oracle.ground);
  return drawnBy((random) => {
    const draft = new Draft(oracle, random);
    const length = random.nextInt(Math.ceil(most / 2), most);
    draftOf(draft, length, itemAt(choices, random.nextInt(0, choices.length - 1)), random);
    const scenario: Scenario = scenarioOf(draft.steps);
    foresee(scenario, oracle, draft);
    const whole = closed(scenario, oracle.ground);
    const closing = draft.answersTo(whole.steps.slice(draft.steps.length));
    foresee(whole, oracle, { answers: [...draft.answers, ...closing], isExact: draft.isExact });
    return scenario;
  });
}

/** The scenario of an index under a seed, whatever else is drawn. */
export const drawn = (scenarios: fc.Arbitrary<Scenario>, seed: number, index: number): Scenario =>
  itemAt(fc.sample(scenarios, { seed: Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b), numRuns: 1 }), 0);
