import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { altered, bodies } from "../check/altered.test.kit.ts";
import { aHistory, topicLetters } from "../draw/histories.ts";
import { aNarrow, termsOf } from "../draw/narrow-terms.ts";
import type { PersonName } from "../draw/people.ts";
import { byDay } from "../night.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { emptyStage, type StagedHistory, type StagedMessage, stagedIds, stageHistory } from "./history.ts";
import { fetchMessages, fetchSource, type Message, sendToChannel } from "./messages.ts";
import { subscribersOf } from "./registration.ts";
import { Session } from "./session.ts";
import type { Target } from "./target.ts";

const target = embedded();
const readers = ["alice", "bob", "cara", "dana", "gus", "robo"] as const satisfies readonly PersonName[];
const raw = { apply_markdown: false, allow_empty_topic_name: true };

/** Returns a target's view of a message, in the shape of the bookkeeping. */
function seen({ session, topics }: StagedHistory, name: PersonName, message: Message) {
  const nameOf = (id: unknown) => Object.entries(session.target.cast).find(([, { user_id }]) => user_id === id)![0];
  const { display_recipient, subject, reactions, flags } = message as Record<string, unknown>;
  const people = Array.isArray(display_recipient) && display_recipient.map(({ id }) => nameOf(id)).sort();
  return {
    id: message.id,
    sender: nameOf(message.sender_id),
    place: people || topicLetters.find((letter) => topics[letter] === subject),
    content: message.content,
    reactions: (reactions as { user_id: number; emoji_name: string }[]).map((each) => ({
      by: nameOf(each.user_id),
      emoji: each.emoji_name,
    })),
    starred: (flags as string[]).includes("starred"),
    read: (flags as string[]).includes("read"),
    as: name,
  };
}

/** The same of the bookkeeping; of a flag that nobody touched what the target shows. */
function kept(name: PersonName, message: StagedMessage, shown: ReturnType<typeof seen> | undefined) {
  const { id, sender, place, content, reactions, flags } = message;
  const { starred = false, read = shown?.read } = flags[name] ?? {};
  const where = "people" in place ? [...place.people].sort() : place.letter;
  return { id, sender, place: where, content, reactions, starred, read, as: name };
}

async function compare(staged: StagedHistory, name: PersonName): Promise<void> {
  const { session } = staged;
  const actor = session.actor(name);
  const all = new Set(stagedIds(staged.messages));
  const own = (await fetchMessages(actor, [], raw)).filter(({ id }) => all.has(id));
  const inTopics: Message[] = [];
  for (const letter of topicLetters) {
    const found = await fetchMessages(actor, staged.narrowTo(letter), raw);
    assert.equal(
      found.map(({ id }) => id),
      stagedIds(staged.inTopic(letter).filter((message) => staged.isVisibleTo(name, message))),
    );
    inTopics.push(...found);
  }
  assert.equal(
    own.map(({ id }) => id),
    stagedIds(staged.receivedBy(name)),
    `the own history of ${name}`,
  );
  const shown = new Map([...own, ...inTopics].map((message) => [message.id, seen(staged, name, message)]));
  assert.equal(
    [...shown.keys()].sort((a, b) => a - b),
    stagedIds(staged.visibleTo(name)),
    `what ${name} sees`,
  );
  for (const message of staged.visibleTo(name)) {
    const one = shown.get(message.id);
    assert.equal(one, kept(name, message, one));
  }
}

let runs = 0;
const newSession = () => new Session(target.isolated(), `h${(runs++).toString(36)}`);

test("the bookkeeping of drawn histories is what each person is shown", async () => {
  const people = ["alice", "bob", "cara", "dana", "gus", "robo"] as const;
  const small = aHistory({ messages: [1, 8] });
  await fc.assert(
    fc.asyncProperty(fc.oneof(small, aHistory({ messages: [3, 12], people })), async (history) => {
      const staged = await stageHistory(newSession(), history);
      for (const name of readers) await compare(staged, name);
      const subscribers = await subscribersOf(staged.session.as.alice, staged.channel.id);
      assert.equal([...staged.subscribed].map((name) => staged.session.actor(name).user_id).sort(), [...subscribers].sort());
    }),
    { seed: 20, numRuns: byDay(70, 200) },
  );
});

test("what is known covers every kind of act", async () => {
  const count = {
    reactions: 0,
    starred: 0,
    read: 0,
    deleted: 0,
    gone: 0,
    hidden: 0,
  };
  for (const history of fc.sample(aHistory({ messages: [3, 8] }), { seed: 4, numRuns: 100 })) {
    const staged = await stageHistory(newSession(), history);
    const { messages } = staged;
    const flags = messages.flatMap((message) => Object.values(message.flags));
    count.reactions += messages.flatMap(({ reactions }) => reactions).length;
    count.starred += flags.filter(({ starred }) => starred).length;
    count.read += flags.filter(({ read }) => read !== undefined).length;
    count.deleted += messages.length - staged.notDeleted.length;
    count.gone += staged.subscribed.has("cara") ? 0 : 1;
    count.hidden += staged.receivedBy("cara").length < staged.visibleTo("cara").length ? 1 : 0;
  }
  assert.equal(
    Object.entries(count).filter(([, n]) => n < 5),
    [],
  );
});

test("acts that became pointless are left out", async () => {
  const send = { act: "send", by: "alice", to: { people: ["bob"] }, content: "soup" } as const;
  const star = { act: "flag", by: "cara", back: 0, flag: "starred" } as const;
  const staged = await stageHistory(newSession(), [
    { act: "edit", back: 0, content: "salt" },
    send,
    star,
    { act: "move", by: "alice", back: 0, topic: "b" },
    { act: "unreact", by: "bob", back: 0, emoji: "tada" },
    { act: "edit", back: 0, content: "soup" },
    { act: "delete", back: 0 },
    { act: "delete", back: 0 },
    { act: "subscribe", by: "cara" },
  ]);
  assert.is(staged.session.exchanged, 3);
  assert.equal(
    staged.messages.map(({ flags, isDeleted }) => [flags, isDeleted]),
    [[{}, true]],
  );
  assert.equal(staged.visibleTo("bob"), []);
});

test("what is called after each act sees the messages of then", async () => {
  const seen: (readonly number[])[] = [];
  const look = async (staged: StagedHistory) => void seen.push([staged.messages.length, staged.notDeleted.length]);
  const send = { act: "send", by: "alice", to: { topic: "a" }, content: "soup" } as const;
  await stageHistory(newSession(), [send, send, { act: "delete", back: 0 }], look);
  assert.equal(seen, [
    [1, 1],
    [2, 2],
    [2, 1],
  ]);
});

test("messages are found by topic and by who may see them", async () => {
  const staged = await stageHistory(newSession(), [
    { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
    { act: "send", by: "bob", to: { topic: "a" }, content: "bread" },
    { act: "send", by: "bob", to: { people: ["cara", "alice"] }, content: "rain" },
    { act: "send", by: "cara", to: { people: ["cara"] }, content: "plum" },
    { act: "move", by: "bob", back: 0, topic: "b" },
  ]);
  const contents = (messages: readonly StagedMessage[]) => messages.map(({ content }) => content);
  assert.equal(contents(staged.inTopic("a")), ["soup"]);
  assert.equal(contents(staged.inTopic("b")), ["bread"]);
  assert.equal(contents(staged.visibleTo("gus")), ["soup", "bread"]);
});

test("narrows over a history are accepted, and the plain ones keep something", async () => {
  const kept = { none: 0, some: 0 };
  const given = fc.record({
    history: aHistory({ messages: [2, 6] }),
    narrow: aNarrow(),
    // Operators that depend on nothing but messages and places.
    plain: aNarrow({ operators: ["sender", "channel", "topic", "id", "dm", "dm-including"], terms: [1, 1] }),
  });
  for (const { history, narrow, plain } of fc.sample(given, { seed: 5, numRuns: 150 })) {
    const staged = await stageHistory(newSession(), history);
    const { alice } = staged.session.as;
    const ground = staged.narrowGround;
    // A message that alice does not see is no place to narrow to.
    const mayBeRefused = narrow.some(({ operator }) => operator === "with");
    if (!mayBeRefused) await fetchMessages(alice, termsOf(narrow, ground));
    const found = await fetchMessages(alice, termsOf(plain, ground));
    kept[found.length > 0 ? "some" : "none"]++;
  }
  assert.ok(kept.some > 100 && kept.none > 5, JSON.stringify(kept));
});

test("a guest sees the channel only while subscribed, and what somebody left behind is read", async () => {
  const session = newSession();
  await session.steering.act({ action: "unsubscribe", as: "gus", channel: "general" });
  const staged = await stageHistory(session, [
    { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
    { act: "send", by: "alice", to: { people: ["cara", "gus"] }, content: "rain" },
    { act: "unflag", by: "cara", back: 0.9, flag: "read" },
    { act: "unflag", by: "cara", back: 0, flag: "read" },
    { act: "unsubscribe", by: "cara" },
  ]);
  assert.equal(
    staged.visibleTo("gus").map(({ content }) => content),
    ["rain"],
  );
  assert.equal(
    staged.messages.map(({ flags }) => flags.cara),
    [{}, { read: false }],
  );
  for (const name of readers) await compare(staged, name);
});

test("histories are played on servers of every level", async () => {
  for (const level of [100, 170, 218, 247, 280, 372]) {
    const old = embedded({ level });
    for (const history of fc.sample(aHistory(), { seed: level, numRuns: byDay(10, 30) })) {
      const staged = await stageHistory(new Session(old.isolated(), `o${(runs++).toString(36)}`), history);
      for (const message of staged.visibleTo("alice"))
        assert.is((await fetchSource(staged.session.as.alice, message.id)).content, message.content);
    }
  }
});

test("where no registration tells who is in general, people of the cast are, and bots that have its newest message", async () => {
  const inner = embedded();
  const server = altered(
    inner,
    bodies(({ subscriptions: _, ...body }) => body),
  );
  const told: Target = { ...server, kind: "live", like: undefined, isolated: () => told };
  await sendToChannel(new Session(inner, "h").as.alice, inner.channels.general!, "here", "soup");
  const stage = async () => emptyStage(new Session(told, `u${(runs++).toString(36)}`));
  const [name, robo] = ["general", "robo"] as const;
  const before = await stage();
  assert.equal([before.channel.name, [...before.subscribed].toSorted()], [name, before.session.active.toSorted()]);
  await told.steering?.act({ action: "unsubscribe", as: robo, channel: name });
  await sendToChannel(new Session(inner, "i").as.alice, inner.channels.general!, "here", "rain");
  assert.equal([...(await stage()).subscribed].toSorted(), before.session.active.filter((who) => who !== robo).toSorted());
});

test.run();
