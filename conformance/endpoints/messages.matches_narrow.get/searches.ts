import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { sendToChannel, type Term } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { type Word, words } from "../../draw/texts.ts";

/** What words stand in. */
const styles = {
  plain: (text: string) => text,
  bold: (text: string) => `**${text}**`,
  quote: (text: string) => `> ${text}`,
  answered: (text: string) => `> ${text}\n\nanswered`,
  fenced: (text: string) => `\`\`\`quote\n${text}\n\`\`\``,
  nested: (text: string) => `> > ${text}`,
  list: (text: string) => `* ${text}\n* and so on`,
  heading: (text: string) => `# ${text}`,
};

type Style = keyof typeof styles;

interface Row {
  readonly words: readonly Word[];
  readonly style: Style;
}

/** Messages of known words in one topic, and a search for some of the words. */
export interface Searching {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly rows: readonly Row[];
  /** A word of the topic. */
  readonly topic: Word | undefined;
  readonly searched: readonly Word[];
}

const word = fc.constantFrom(...words.slice(0, 4));

export const searching = {
  by: anActor(...members, "robo"),
  who: anActor(...members, "dana", "gus"),
  rows: fc.array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      style: fc.constantFrom(...(Object.keys(styles) as Style[])),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  topic: fc.option(word, { nil: undefined }),
  searched: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
};

const row = (style: Style, ...several: readonly Word[]): Row => ({ style, words: several });

const byAlice = { by: "alice", who: "alice", topic: undefined } as const;

export const exampleSearches: readonly Searching[] = [
  { ...byAlice, rows: [row("plain", "soup"), row("plain", "bread"), row("plain", "soup", "bread")], searched: ["soup"] },
  { ...byAlice, rows: [row("plain", "soup"), row("plain", "bread"), row("plain", "soup", "bread")], searched: ["bread", "soup"] },
  { ...byAlice, rows: [row("bold", "soup", "rain", "soup"), row("plain", "rain")], topic: "soup", searched: ["soup"] },
  ...(["quote", "answered", "fenced", "nested"] as const).map((style) => ({
    ...byAlice,
    rows: [row(style, "rain", "soup"), row(style, "rain")],
    searched: ["soup" as const],
  })),
];

/** A message that was sent to be searched. */
interface Searched {
  readonly id: number;
  readonly content: string;
  /** The words that a search highlights in it, in order. */
  readonly found: readonly Word[];
  /** Whether the search has to find it. */
  readonly matches: boolean;
}

/** A topic of messages that were sent to be searched. */
interface SearchedTopic {
  readonly actor: Actor;
  readonly topic: string;
  /** The last one holds just the words that are searched for. */
  readonly messages: readonly Searched[];
  readonly within: readonly Term[];
  readonly narrow: readonly Term[];
}

/** Sends the messages of a search to a topic of the channel general. @throws Unprepared: one is refused */
export async function startSearch(session: Session, { by, who, rows, topic: named, searched }: Searching): Promise<SearchedTopic> {
  const topic = session.fresh(named === undefined ? "<search>" : `${named} <b>`);
  const messages: Searched[] = [];
  for (const { words: several, style } of [...rows, row("plain", ...searched)]) {
    const content = styles[style](several.join(" "));
    const id = await sendToChannel(session.actor(by), session.channels.general, topic, content);
    const matches = searched.every((each) => each === named || several.includes(each));
    messages.push({ id, content, found: several.filter((each) => searched.includes(each)), matches });
  }
  const within = [{ operator: "topic", operand: topic }];
  const narrow = [...within, { operator: "search", operand: searched.join(" ") }];
  return { actor: session.actor(who), topic, messages, within, narrow };
}
